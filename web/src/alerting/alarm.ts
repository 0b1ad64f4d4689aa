import { useSyncExternalStore } from 'react';
import { drawAlarm } from './alarm-sound.ts';
import { alertSettings, changeAlertSettings, subscribe as subscribeToSettings } from './alert-settings.ts';

/**
 * off      nobody wants it
 * blocked  it is wanted, and the browser keeps silent until somebody clicks or types in this tab
 * running  it will be heard
 */
export type AlarmState = 'off' | 'blocked' | 'running';

let context: AudioContext | null = null;
let alarm: AudioBuffer | null = null;
const listeners = new Set<() => void>();

/** By a click only: browsers let sound begin in no other way. @returns whether it will be heard */
export async function enableAlarm(): Promise<boolean> {
  changeAlertSettings({ sound: true });
  await wake();
  soundAlarm();
  return alarmState() === 'running';
}

export function disableAlarm() {
  changeAlertSettings({ sound: false });
  void context?.suspend();
}

/** Is heard if the alarm is on and the browser lets it. */
export function soundAlarm() {
  if (!context || !alarm || alarmState() !== 'running') return;
  const source = context.createBufferSource();
  source.buffer = alarm;
  source.connect(context.destination);
  source.start();
}

export function alarmState(): AlarmState {
  if (!alertSettings().sound) return 'off';
  return context?.state === 'running' ? 'running' : 'blocked';
}

export function useAlarmState(): AlarmState {
  return useSyncExternalStore(subscribe, alarmState);
}

/** Switched on at an earlier visit: the first click or key anywhere in the tab lets it be heard again. @returns how to stop */
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

/** One context for as long as the page lives, the alarm in it ready to be played at once. */
async function wake() {
  try {
    context ??= openContext();
    // It may stay pending until somebody clicks: then `statechange` tells.
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 300))]);
  } catch {
    // No way out of this machine for sound: the chip goes on saying so.
  }
  tell();
}

function openContext(): AudioContext {
  const opened = new AudioContext();
  const samples = drawAlarm(opened.sampleRate);
  alarm = opened.createBuffer(1, samples.length, opened.sampleRate);
  alarm.copyToChannel(samples, 0);
  // Headphones pulled out, a phone call, the system: it may stop by itself.
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
