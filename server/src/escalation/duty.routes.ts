import { DutyAnswer, DutyRequest } from '@vedette/contract/delivery';
import { ErrorAnswer } from '@vedette/contract/error';
import type { Api } from '../http/api.ts';
import { type CurrentUser, signedInUser } from '../http/guards/closed-by-default.ts';
import { isoTime } from './deliveries.present.ts';
import type { PeopleStore } from './people.store.ts';

export function dutyRoutes(api: Api, { people, now }: { people: PeopleStore; now: () => number }): void {
  const tags = ['duty'];

  async function present(user: CurrentUser) {
    const shifts = await people.onDuty();
    return {
      success: true as const,
      on_duty: shifts.map(({ user_id, name, since }) => ({ user_id, name, since: isoTime(since) })),
      me: shifts.some(({ user_id }) => user_id === user.id),
    };
  }

  api.get(
    '/api/duty',
    { config: { action: 'duty.read' }, schema: { tags, response: { 200: DutyAnswer } } },
    (request) => present(signedInUser(request)),
  );

  api.put(
    '/api/duty',
    {
      config: { action: 'duty.take' },
      schema: { tags, body: DutyRequest, response: { 200: DutyAnswer, 400: ErrorAnswer } },
    },
    async (request) => {
      const user = signedInUser(request);
      if (request.body.on) await people.goOnDuty({ id: user.id, name: user.shownName }, now());
      else await people.goOffDuty(user.id, now());
      return present(user);
    },
  );
}
