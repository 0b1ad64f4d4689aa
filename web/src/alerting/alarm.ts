import { useSyncExternalStore } from 'react';
import { type ChimeName, chimeNames, chimeOf, drawAlarm } from './alarm-sound.ts';
import { alertSettings, changeAlertSettings, subscribe as subscribeToSettings } from './alert-settings.ts';

/**
 * off      switched off
 * blocked  switched on, but the browser plays no sound until a click or key press in this tab
 * running  ready to play
 */
export type AlarmState = 'off' | 'blocked' | 'running';

let context: AudioContext | null = null;
let gain: GainNode | null = null;
const chimes = new Map<ChimeName, AudioBuffer>();
const listeners = new Set<() => void>();

/** Must be called in a click handler, because browsers start audio only there. @returns whether audio is running */
export async function enableAlarm(): Promise<boolean> {
  changeAlertSettings({ sound: true });
  await wake();
  soundAlarm(0);
  return alarmState() === 'running';
}

export function disableAlarm() {
  changeAlertSettings({ sound: false });
  void context?.suspend();
}

/** Plays even while the alarm is off. Must be called in a click handler. @returns whether audio is running */
export async function testAlarm(): Promise<boolean> {
  await wake();
  if (context?.state === 'running') play(chimeOf(0));
  return context?.state === 'running';
}

/** Plays the alarm if it is on and the browser allows it. @param level the level of the threat */
export function soundAlarm(level: number) {
  if (alarmState() === 'running') play(chimeOf(level));
}

function play(chime: ChimeName) {
  const buffer = chimes.get(chime);
  if (!context || !gain || !buffer) return;
  gain.gain.value = alertSettings().volume;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(gain);
  source.start();
}

export function alarmState(): AlarmState {
  if (!alertSettings().sound) return 'off';
  return context?.state === 'running' ? 'running' : 'blocked';
}

export function useAlarmState(): AlarmState {
  return useSyncExternalStore(subscribe, alarmState);
}

/** Starts audio at the first click or key press if the alarm is on from an earlier visit. @returns a function that stops listening */
export function wakeAlarmByUse(): () => void {
  const wakeIfWanted = () => {
    if (alarmState() === 'blocked') void wake();
  };
  wakeIfWanted();
  const gestures = ['pointerup', 'keydown'] as const;
  for (const gesture of gestures) window.addEventListener(gesture, wakeIfWanted);
  return () => {
    for (const gesture of gestures) window.removeEventListener(gesture, wakeIfWanted);
  };
}

/** Starts audio. The page has one audio context; it holds the computed alarm sounds, so that they play at once. */
async function wake() {
  try {
    context ??= openContext();
    // The promise may stay pending until a click; `statechange` fires then.
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 300))]);
  } catch {
    // The machine has no audio output; the chip shows it.
  }
  tell();
}

function openContext(): AudioContext {
  const opened = new AudioContext();
  gain = opened.createGain();
  gain.connect(opened.destination);
  for (const name of chimeNames) {
    const samples = drawAlarm(opened.sampleRate, name);
    const chime = opened.createBuffer(1, samples.length, opened.sampleRate);
    chime.copyToChannel(samples, 0);
    chimes.set(name, chime);
  }
  // The system may suspend audio, for example when headphones are unplugged or during a phone call.
  opened.addEventListener('statechange', tell);
  return opened;
}

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  const stop = subscribeToSettings(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
