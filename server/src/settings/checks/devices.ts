import type { Check } from './check.ts';

const STATE_WORDS: Record<string, string> = {
  offline: 'is offline',
  blind: 'receives no frames',
  'clock-wrong': 'has a wrong clock',
  'outbox-growing': 'cannot send its reports',
};
const NAMED = 3;

export const devices: Check = {
  id: 'devices',
  why: 'A weapon is reported only by a device that is connected, sees its camera and says so.',
  page: '/devices',
  async find({ devices, deviceStates }) {
    const registered = await devices();
    if (registered.length === 0)
      return { state: 'unwise', title: 'No device is connected', todo: 'Add the first device.' };
    const judged = deviceStates();
    const failing = judged.flatMap(({ name, state }) => {
      const words = STATE_WORDS[state ?? ''];
      return words === undefined ? [] : [`${name} ${words}`];
    });
    const unheard = registered
      .filter(({ id, last_seen_at }) => last_seen_at === null && !judged.some((one) => one.id === id))
      .map(({ name }) => `${name} was never heard of`);
    const problems = [...failing, ...unheard];
    if (problems.length > 0) {
      const more = problems.length > NAMED ? `, and ${problems.length - NAMED} more` : '';
      const title = `${problems.slice(0, NAMED).join(', ')}${more}`;
      return { state: 'unwise', title, todo: 'Look after these devices, or revoke those that are gone.' };
    }
    if (judged.length === 0) {
      return {
        state: 'unknown',
        title: 'No device says whether it sees its camera',
        todo: 'Let the devices send a heartbeat every 30 seconds, as the agent does.',
      };
    }
    const online = judged.length === 1 ? '1 device is online' : `${judged.length} devices are online`;
    const mute = registered.length - judged.length;
    const silence = mute === 1 ? '; 1 sends no heartbeat' : `; ${mute} send no heartbeat`;
    return { state: 'ok', title: `${online}${mute > 0 ? silence : ''}` };
  },
};
