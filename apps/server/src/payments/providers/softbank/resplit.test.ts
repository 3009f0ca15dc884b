import { describe, expect, test } from 'vitest'

import { formBody } from '../../../../test/form-body.ts'
import {
  type OneAttempt,
  openSoftbankBench,
  type SoftbankBench,
  stepOf,
  visit,
} from '../../../../test/softbank-bench.ts'
import type { BrowserStep } from '../../port/port.ts'
import { readShiftJisForm } from './shift-jis.ts'
import { LINK_ITEM_NAME } from './sps-requests.ts'

/**
 * A visitor edits the form of the link type before it is sent: the same characters with moved borders have the same
 * hash. This gateway is lenient and accepts every form with a valid hash. The price is 3200 yen, its tax 290, so the
 * form has `290` `3200` `0` `0` between the name of goods and the addresses.
 */

type Fields = Map<string, string>

interface Cheat {
  readonly name: string
  /** Yen that the gateway takes. */
  readonly yen: number
  readonly values: Readonly<Record<string, string>>
}

const CHEATS: readonly Cheat[] = [
  { name: 'digits of the amount as tax', yen: 200, values: { tax: '2903', amount: '200' } },
  {
    name: 'digits of tax and amount as name of goods, and no tax',
    yen: 200,
    values: { item_name: `${LINK_ITEM_NAME}2903`, tax: '', amount: '200' },
  },
  { name: 'the last zero as another value', yen: 320, values: { amount: '320', auto_charge_type: '0' } },
  {
    name: 'digits moved to both sides',
    yen: 3,
    values: {
      item_name: `${LINK_ITEM_NAME}290`,
      tax: '',
      amount: '3',
      pay_type: '2',
      auto_charge_type: '0',
      service_type: '0',
      div_settele: '00',
    },
  },
]
const ORIGINAL = { name: 'nothing', yen: 3200, values: {} }

/** The fate of the notice's address, and of the notice. */
interface Address {
  readonly name: string
  readonly notice: 'arrives' | 'astray' | 'nowhere'
  readonly edit: (form: Fields) => void
}

const ADDRESSES: readonly Address[] = [
  { name: 'unchanged', notice: 'arrives', edit: () => undefined },
  { name: 'cut by a letter', notice: 'astray', edit: form => cut(form, -1) },
  {
    name: 'cut to a host that the visitor controls, who reads the notice',
    notice: 'astray',
    edit: form => cut(form, new URL(form.get('pagecon_url') ?? '').origin.length),
  },
  {
    name: 'joined with the address before it, so that nobody gets the notice',
    notice: 'nowhere',
    edit: form => {
      form.set('pagecon_url', `${form.get('error_url')}${form.get('pagecon_url')}`)
      form.set('error_url', '')
    },
  },
]

function cut(form: Fields, at: number): void {
  const address = form.get('pagecon_url') ?? ''
  form.set('pagecon_url', address.slice(0, at))
  form.set('free1', `${address.slice(at)}${form.get('free1')}`)
}

describe.each(['softbank_paypay', 'softbank_alipay'] as const)('%s', method => {
  test.each(ADDRESSES)(
    'is never paid for less than its price, with the address of the notice $name (S-7.07, S-7.10)',
    async address => {
      const bench = await openSoftbankBench()
      await bench.contract({ purchase_check: 'lenient' })
      for (const cheat of [...CHEATS, ...(address.notice === 'arrives' ? [] : [ORIGINAL])]) {
        const one = await bench.attempt(method)
        const messages = await payEdited(bench, one, { cheat, address })
        const authorized = (await one.money()).authorized
        for (const message of messages) bringAll(bench, one, message)
        const unpaid = {
          cheat: cheat.name,
          authorized: cheat.yen,
          said: [],
          isReleased: method === 'softbank_paypay',
        }
        expect({ cheat: cheat.name, authorized, ...(await endingOf(bench, one)) }).toEqual(unpaid)
      }
    },
  )
})

/** Each message that the visitor gets hold of, as it came and with the original borders. */
async function payEdited(
  bench: SoftbankBench,
  one: OneAttempt,
  { cheat, address }: { readonly cheat: Cheat; readonly address: Address },
): Promise<Fields[]> {
  const step = formOf(stepOf(await one.start()))
  const form: Fields = new Map([...step.fields, ...Object.entries(cheat.values)])
  address.edit(form)
  const page = await bench.openPage({ ...step, fields: [...form] })
  const before = bench.events.length
  const astray = address.notice === 'astray' ? bench.astray() : undefined
  const back = await visit(page, 'pay')
  if (address.notice === 'arrives') await bench.notices(before + 1)
  const notice = readShiftJisForm((await astray) ?? Buffer.alloc(0), 80) ?? new Map<string, string>()
  const cutOff = (form.get('free1') ?? '').slice(0, -20)
  return [new Map(back?.fields), new Map(notice)].flatMap(came => {
    const hash = ['sps_hashcode', came.get('sps_hashcode') ?? ''] as const
    const restored: Fields = new Map([...came, ...step.fields, hash])
    return [
      came,
      restored,
      new Map([...restored, ['terminal_type', cutOff]]),
      new Map([...restored, ['free1', form.get('free1') ?? '']]),
    ]
  })
}

function formOf(step: BrowserStep): Extract<BrowserStep, { readonly kind: 'form' }> {
  if (step.kind !== 'form') throw new Error(step.kind)
  return step
}

/** Delivers a message as a notice and as a return. */
function bringAll({ provider }: SoftbankBench, one: OneAttempt, message: Fields): void {
  const body = Buffer.from(formBody([...message], 'Shift_JIS'))
  const notices = provider.parseNotification({ header: () => undefined, body, path: '/', key: undefined })
  for (const event of notices?.events ?? [])
    if (event.attemptId === one.ref.attemptId)
      one.ref = { ...one.ref, refs: { ...event.refs, ...one.ref.refs } }
  one.comeBack({ url: 'http://localhost:3000/success', fields: new URLSearchParams([...message]) })
}

/** The messages that claim a payment, before the deadline or after it, and whether it is then fenced and released. */
async function endingOf(
  { provider }: SoftbankBench,
  one: OneAttempt,
): Promise<{ readonly said: readonly string[]; readonly isReleased: boolean }> {
  const said = one.ref.refs['notice_paid'] === undefined ? [] : ['a notice']
  for (const secondsLeft of [one.ref.secondsLeft, -1]) {
    one.ref = { ...one.ref, secondsLeft }
    for (const { kind } of [await provider.query(one.ref), await provider.resume(one.ref)])
      if (kind === 'authorized' || kind === 'captured') said.push(kind)
  }
  const { kind } = await provider.cancelAuthorization(one.ref)
  const { authorized, captured, voided } = await one.money()
  return { said, isReleased: kind === 'done' && captured === 0 && voided === authorized }
}

test('a strict gateway opens no page for a form without tax, or with values of other payments', async () => {
  const bench = await openSoftbankBench()
  const one = await bench.attempt('softbank_paypay')
  const step = formOf(stepOf(await one.start()))
  for (const { values } of CHEATS.slice(1)) {
    const fields = [...new Map([...step.fields, ...Object.entries(values)])]
    await expect(bench.openPage({ ...step, fields })).rejects.toThrow('the page answered 200')
  }
})
