import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { applyLook } from './look';

applyLook();
mount(App, { target: document.getElementById('app')! });
