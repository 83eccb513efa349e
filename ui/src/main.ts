import { mount } from 'svelte';
import './app.css';
import './layout.css';
import './shared.css';
import App from './App.svelte';
import { load } from './core/i18n';
import './games';
import { applyLook } from './look';
import { load as loadPage } from './pages';
import { page } from './router.svelte';
import { settings } from './settings.svelte';

/** No `await` outside a function: pages share a file with this one, and it must be there before they can come. */
async function start(): Promise<void> {
  applyLook();
  // The page comes together with its words, not after them. Where it cannot be fetched, the mounted App says so.
  await Promise.all([load(settings.lang), loadPage(page()).catch(() => null)]);
  mount(App, { target: document.getElementById('app')! });
}

void start();
