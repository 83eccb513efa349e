// The page wears what was chosen: language, light, colours of the suits.
import { settings } from './settings.svelte';

export function applyLook(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  if (settings.theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
  root.dataset['four'] = String(settings.four);
}
