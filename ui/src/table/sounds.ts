// A few short sounds, made here: no files, and none at all unless a person wants them. A card sounds alike whatever it
// is (PE-5.4.12), and nothing slams (PE-5.4.21).

import { settings } from '../settings.svelte';

export type Sound = 'card' | 'trick' | 'turn' | 'talk';

interface Note {
  readonly at: number; // seconds from now
  readonly hz: number;
  readonly to: number; // glides to
  readonly lasts: number;
  readonly loud: number;
  readonly wave: OscillatorType;
}

const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  card: [{ at: 0, hz: 210, to: 90, lasts: 0.07, loud: 0.16, wave: 'triangle' }],
  trick: [
    { at: 0, hz: 190, to: 110, lasts: 0.09, loud: 0.12, wave: 'triangle' },
    { at: 0.07, hz: 150, to: 80, lasts: 0.1, loud: 0.12, wave: 'triangle' },
  ],
  turn: [
    { at: 0, hz: 523, to: 523, lasts: 0.16, loud: 0.05, wave: 'sine' },
    { at: 0.12, hz: 659, to: 659, lasts: 0.24, loud: 0.05, wave: 'sine' },
  ],
  talk: [{ at: 0, hz: 440, to: 494, lasts: 0.14, loud: 0.04, wave: 'sine' }],
};

let audio: AudioContext | null = null;

export function sound(what: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const { currentTime: now } = audio;
  for (const note of NOTES[what]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = note.wave;
    tone.frequency.setValueAtTime(note.hz, now + note.at);
    tone.frequency.exponentialRampToValueAtTime(note.to, now + note.at + note.lasts);
    gain.gain.setValueAtTime(note.loud, now + note.at);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + note.at + note.lasts);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + note.at);
    tone.stop(now + note.at + note.lasts);
  }
}
