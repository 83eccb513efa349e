import { mount } from 'svelte';
import './app.css';
import './layout.css';
import './shared.css';
import App from './App.svelte';
import { load } from './core/i18n';
import './games';
import { applyLook } from './look';
import { settings } from './settings.svelte';

applyLook();
await load(settings.lang);
mount(App, { target: document.getElementById('app')! });
