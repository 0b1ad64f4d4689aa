import type { People } from '@vedette/contract/escalation';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type Person = { id: string; name: string; email: string; emailVerified: boolean };
export type Shift = { user_id: string; name: string; since: number };
export type NewSubscription = { endpoint: string; p256dh: string; auth: string };

export type PeopleStore = ReturnType<typeof createPeopleStore>;

/** Who has an account, who is on duty, and whose browsers receive push messages. Suspended people are none of these. */
export function createPeopleStore(kysely: Kysely<Schema>) {
  const admitted = () => kysely.selectFrom('auth_user').where('suspendedAt', 'is', null);
  return {
    async find(people: People): Promise<Person[]> {
      const all = admitted().select(['id', 'name', 'email', 'emailVerified']).orderBy('email');
      const chosen =
        people.who === 'all'
          ? all
          : people.who === 'named'
            ? all.where('id', 'in', people.user_ids)
            : all.where('id', 'in', kysely.selectFrom('duty').select('user_id').where('until', 'is', null));
      const rows = await chosen.execute();
      return rows.map(({ id, name, email, emailVerified }) => ({
        ...{ id, email, emailVerified: Boolean(emailVerified) },
        name: name === '' ? email : name,
      }));
    },

    /** The subscriptions of these people. */
    async subscriptions(userIds: readonly string[]) {
      if (userIds.length === 0) return [];
      return kysely
        .selectFrom('push_subscription')
        .selectAll()
        .where('user_id', 'in', admitted().select('id').where('id', 'in', userIds))
        .orderBy('id')
        .execute();
    },

    subscription: (id: number) =>
      kysely
        .selectFrom('push_subscription')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', 'in', admitted().select('id'))
        .executeTakeFirst(),

    /** A browser that somebody else used before receives for its new user from now on. */
    async subscribe(userId: string, { endpoint, p256dh, auth }: NewSubscription, now: number): Promise<void> {
      await kysely
        .insertInto('push_subscription')
        .values({ user_id: userId, endpoint, p256dh, auth, created_at: now })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ user_id: userId, p256dh, auth }))
        .execute();
    },

    async unsubscribe(userId: string, endpoint: string): Promise<void> {
      await kysely
        .deleteFrom('push_subscription')
        .where('user_id', '=', userId)
        .where('endpoint', '=', endpoint)
        .execute();
    },

    /** Its push service says that it has ended. */
    async endSubscription(id: number): Promise<void> {
      await kysely.deleteFrom('push_subscription').where('id', '=', id).execute();
    },

    /** The longest on duty first. */
    onDuty: (): Promise<Shift[]> =>
      kysely
        .selectFrom('duty')
        .innerJoin('auth_user', 'auth_user.id', 'duty.user_id')
        .select(['duty.user_id', 'duty.user_name as name', 'duty.since'])
        .where('duty.until', 'is', null)
        .where('auth_user.suspendedAt', 'is', null)
        .orderBy('duty.since')
        .orderBy('duty.id')
        .execute(),

    async goOnDuty({ id, name }: Pick<Person, 'id' | 'name'>, now: number): Promise<void> {
      await kysely
        .insertInto('duty')
        .values({ user_id: id, user_name: name, since: now, until: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async goOffDuty(userId: string, now: number): Promise<void> {
      await kysely
        .updateTable('duty')
        .set({ until: now })
        .where('user_id', '=', userId)
        .where('until', 'is', null)
        .execute();
    },
  };
}
