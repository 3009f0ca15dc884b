import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'

import {
  armed,
  askPage,
  cutMail,
  endPassType,
  leaveSessionOpen,
  loseAnswerOfOrder,
  LOCK_SPANS,
  openSale,
  stopWorker,
} from './alert-faults.ts'
import type { AlertRig } from './alert-rig.ts'
import { beginOrder, buy, leaveOpen, order, pay, times, write } from './alert-steps.ts'

export interface AlertCase {
  /** Makes it wrong. Answers how to make it right again. */
  readonly begin: (rig: AlertRig) => Promise<() => Promise<unknown>>
  /** What goes on while it is wrong, again and again until the alert fires. */
  readonly goOn?: (rig: AlertRig) => Promise<unknown>
  /** A part of what each line of the page then says, in their order; those of `systemctl` say nothing. */
  readonly says: readonly RegExp[]
}

const NOTHING = async (): Promise<void> => undefined
const ANY = /^/
const EMPTY = /^$/
/** Of the oldest transactions: the head of the list at least. */
const LIST = /waits_for/

/** By alert, in the order of their file. */
export const ALERT_CASES: Readonly<Record<string, AlertCase>> = {
  KippuDown: {
    begin: async rig => {
      rig.mistake({ ORDER_HOLD_SECONDS: 'long' })
      await rig.stop('kippu-web@1')
      await rig.fail('kippu-web@1')
      return async () => {
        rig.mistake({})
        await rig.start('kippu-web@1')
      }
    },
    says: [/"instance":/, /ORDER_HOLD_SECONDS/, /\[fault\] +variables.*ORDER_HOLD_SECONDS/, ANY],
  },
  KippuNoWorker: {
    begin: stopWorker,
    says: [/the process has stopped/, /"__name__":"up"/, ANY],
  },
  KippuWorkerStands: {
    // Each of them is waited for by itself.
    begin: async rig => {
      await times(12, () => beginOrder(rig))
      await write(
        rig,
        sql`update orders set expires_at = now() - interval '1 minute', version = version + 1 where status = 'temporary'`,
      )
      return leaveSessionOpen(rig, LOCK_SPANS)
    },
    says: [/"loop":"releasing"/, /idle in transaction/, /pg_terminate_backend/, /\d+ faults/, ANY],
  },
  KippuErrors: {
    // As if the program and its database were not of one release.
    begin: async rig => {
      await write(rig, sql`alter table magazine_readers rename to former_readers`)
      return () => write(rig, sql`alter table former_readers rename to magazine_readers`)
    },
    goOn: rig => rig.shop.call('GET', `/api/v1/mailmagazines/${rig.tokens.derive('magazine', randomUUID())}`),
    says: [/mailmagazines/, /magazine_readers.*does not exist/, /"version":/],
  },
  KippuBusy: {
    begin: async rig => {
      rig.network.silence()
      return async () => rig.network.heal()
    },
    goOn: rig => times(8, () => askPage(rig)),
    says: [ANY, /\[fault\] +database/, /instance/, /"outcome":"busy"/],
  },
  KippuOrdersSlow: {
    begin: rig => leaveSessionOpen(rig, 'select 1'),
    goOn: async rig => {
      // Somebody corrects capacities by hand, again and again.
      const mend = await leaveSessionOpen(rig, LOCK_SPANS)
      const ordered = times(4, () => beginOrder(rig))
      await delay(1_500)
      await mend()
      await ordered
    },
    says: [/idle in transaction/, /pg_terminate_backend/, ANY],
  },
  KippuPagesSlow: {
    begin: async rig => {
      rig.network.slow(300)
      return async () => rig.network.heal()
    },
    goOn: rig => times(4, () => askPage(rig)),
    says: [/"route":/, /\d/, LIST],
  },
  KippuHoldsWait: {
    begin: openSale,
    says: [ANY, /"instance":.* \d/, /idle in transaction/, /pg_terminate_backend/],
  },
  KippuOrdersInDoubt: {
    begin: loseAnswerOfOrder,
    says: [ANY, /"instance":.* [1-9]/, LIST],
  },
  KippuHoldsNotReleased: {
    begin: async rig => {
      const mend = await stopWorker(rig)
      await beginOrder(rig)
      await write(
        rig,
        sql`update orders set expires_at = now() - interval '10 minutes', version = version + 1 where status = 'temporary'`,
      )
      return mend
    },
    says: [EMPTY, ANY],
  },
  KippuMailsLate: {
    begin: async rig => {
      const mend = await cutMail(rig)
      await order(rig)
      return mend
    },
    // The mail was queued six minutes ago.
    goOn: rig =>
      write(
        rig,
        sql`update jobs.job set created_on = now() - interval '6 minutes', start_after = start_after - interval '6 minutes' where state < 'active'`,
      ),
    says: [/\[fault\] +mail/, /\d/, /ECONN|mail/],
  },
  KippuPaymentsStuck: {
    begin: async rig => {
      await leaveOpen(rig)
      await write(
        rig,
        sql`update payment_attempts set created_at = now() - interval '3 hours' where state = 'action_required'`,
      )
      return () =>
        write(rig, sql`update payment_attempts set created_at = now() where state = 'action_required'`)
    },
    says: [/action_required/, /stripe_secure/, ANY],
  },
  KippuReconcilerBehind: {
    begin: async rig => {
      const mend = await stopWorker(rig)
      await leaveOpen(rig)
      await write(
        rig,
        sql`update payment_attempts set check_at = now() - interval '5 minutes', created_at = now() - interval '20 minutes' where state = 'action_required'`,
      )
      return mend
    },
    says: [EMPTY, EMPTY],
  },
  KippuPaymentNeedsPerson: {
    begin: async rig => {
      const number = await buy(rig)
      const mend = await armed(rig, [{ op: 'refund', mode: 'refuse' }])
      await rig.shell(`kippu refund ${number} --all --yes --reason 'it rains' --site demo`)
      return async () => {
        await mend()
        await write(rig, sql`update refunds set needs_person = false where needs_person`)
      }
    },
    says: [/needs a person/, /failed, needs a person/, /failed/],
  },
  KippuCheckoutsFail: {
    begin: async rig => {
      rig.mistake({ STRIPE_SECRET_KEY: 'rk_test_of_another_account' })
      await rig.stop('kippu-web@1')
      await rig.start('kippu-web@1')
      return async () => {
        rig.mistake({})
        await rig.stop('kippu-web@1')
        await rig.start('kippu-web@1')
      }
    },
    goOn: rig => times(3, async () => pay(rig, await order(rig))),
    says: [/"outcome":"configuration"/, /\[fault\] +providers.*stripe/i, /stripe/],
  },
  KippuNothingSold: {
    begin: cutMail,
    goOn: rig => times(5, () => order(rig)),
    says: [/\d/, ANY, ANY, /orders/, /\[fault\] +mail/],
  },
  KippuProviderUnanswered: {
    begin: rig =>
      armed(rig, [
        { op: 'execute', mode: 'drop_before' },
        { op: 'query', mode: 'drop_before' },
      ]),
    goOn: rig => times(2, async () => pay(rig, await order(rig))),
    says: [/"provider":"stripe"/, /\[fault\] +providers.*stripe/i],
  },
  KippuWebhooksRefused: {
    begin: async () => NOTHING,
    goOn: rig =>
      rig.shop.app.inject({
        method: 'POST',
        url: '/payment-webhooks/stripe',
        payload: '{"id":"evt_1"}',
        headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      }),
    says: [/"provider":"stripe"/, /payment-webhooks\/stripe/],
  },
  KippuWebhooksGivenUp: {
    begin: async rig => {
      await rig.shell('kippu webhooks add demo https://nobody.invalid/kippu --events order.completed')
      await buy(rig)
      return NOTHING
    },
    // Each of its ten tries is due.
    goOn: rig =>
      write(
        rig,
        sql`update webhook_deliveries set tries = 9, next_at = now() where state = 'waiting' and tries > 0`,
      ),
    says: [/nobody\.invalid/, /ENOTFOUND|EAI_AGAIN|no such|not found|address/i, /\d/],
  },
  KippuDatabaseSilent: {
    begin: async rig => {
      rig.network.silence()
      return async () => rig.network.heal()
    },
    goOn: rig => times(4, () => askPage(rig)),
    says: [/\[fault\] +database/, /standby/, /\d/, /connections are opened anew/],
  },
  KippuDiskFull: {
    // As PostgreSQL says it of every row for which there is no room.
    begin: async rig => {
      await write(
        rig,
        sql`create function no_room() returns trigger language plpgsql as $$
            begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
      )
      await write(rig, sql`create trigger no_room before insert on orders execute function no_room()`)
      return () => write(rig, sql`drop function no_room() cascade`)
    },
    goOn: rig => times(4, () => beginOrder(rig)),
    says: [/\d/, /"tables":/, ANY],
  },
  KippuPoolExhausted: {
    begin: rig => leaveSessionOpen(rig, 'lock table orders in access exclusive mode'),
    goOn: rig => times(30, () => askPage(rig)),
    says: [/idle in transaction/, /pg_terminate_backend/, /"state":"waiting"/],
  },
  KippuMailsBounded: {
    begin: async () => NOTHING,
    goOn: async rig => {
      const { body } = await beginOrder(rig)
      const contents = [
        { key: 'fullname', value: 'Kippu Hana' },
        { key: 'email', value: 'hana@example.com' },
      ]
      for (let sent = 0; sent < 20; sent += 1)
        await rig.shop.call('POST', `/api/v1/ordermails/${String(body['order_token'])}`, { contents })
    },
    says: [/"by":"recipient"/, /one too many/],
  },
  KippuSharesFull: {
    begin: async () => NOTHING,
    goOn: rig => times(20, () => beginOrder(rig, rig.few)),
    says: [/"share":"day"/, /\d/, ANY],
  },
  KippuPolicyReports: {
    begin: async () => NOTHING,
    goOn: rig =>
      rig.shop.app.inject({
        method: 'POST',
        url: '/csp-reports',
        payload: JSON.stringify(
          Array.from({ length: 20 }, () => ({
            type: 'csp-violation',
            body: {
              documentURL: `${rig.origin}/`,
              effectiveDirective: 'script-src-elem',
              blockedURL: 'https://evil.example/a.js',
            },
          })),
        ),
        headers: { 'content-type': 'application/reports+json' },
      }),
    says: [/evil\.example/],
  },
  KippuTwoReleases: {
    begin: async rig => {
      await rig.start('kippu-web@2', rig.nextRelease())
      return () => rig.stop('kippu-web@2')
    },
    says: [/99\.0\.0/],
  },
  KippuPassTypeEnds: {
    begin: endPassType,
    says: [/\[advice\] +wallets.* ends on .*, in (?:19|20) days/],
  },
}
