import { randomUUID } from 'node:crypto'

import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/registry'
import type { Site } from '@kippu/sites/site'

import { hashPassword } from '../../orders/membership/password.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'

/** Invented members; the sign-in page of a demo may show them to everybody. */
const DEMO_MEMBERS = [
  ...SITE_KEYS.filter(key => logsInByPassword(siteOf(key))).map(siteKey => ({
    siteKey,
    loginId: 'member@example.com',
    password: 'correct horse battery',
    promotion: 'gold',
  })),
  // These have no password: they log in with a token only.
  { siteKey: 'boc', loginId: 'boc-1001', password: null, promotion: 'gold' },
  { siteKey: 'boc', loginId: 'boc-1002', password: null, promotion: 'silver' },
]

function logsInByPassword({ membership: { loginType, disabled } }: Site): boolean {
  return loginType === 'IdPass' && !disabled
}

/** Named by the key `club` and their value; the amounts are percent, and yen a ticket. */
const PROMOTIONS = [
  {
    value: 'gold',
    type: 'percent',
    amount: 10,
    names: {
      ja: 'ゴールド会員割引',
      en: 'Gold member discount',
      kr: '골드 회원 할인',
      'zh-hans': '金卡会员优惠',
      'zh-hant': '金卡會員優惠',
      th: 'ส่วนลดสมาชิกโกลด์',
    },
  },
  {
    value: 'silver',
    type: 'fixed',
    amount: 300,
    names: {
      ja: 'シルバー会員割引',
      en: 'Silver member discount',
      kr: '실버 회원 할인',
      'zh-hans': '银卡会员优惠',
      'zh-hant': '銀卡會員優惠',
      th: 'ส่วนลดสมาชิกซิลเวอร์',
    },
  },
] as const

/**
 * Adds the demo's promotions and members; existing ones are never changed. A venue's site gets none: everybody knows
 * their password.
 */
export async function seedDemoMembers(
  db: Database,
  ofVenues: ReadonlySet<string> = new Set(),
): Promise<void> {
  const members = DEMO_MEMBERS.filter(({ siteKey }) => !ofVenues.has(siteKey))
  await db.transaction(tx => seedPromotions(tx, [...new Set(members.map(({ siteKey }) => siteKey))]))
  const known = await db.read(tx => tx.selectFrom('members').select(['site_key', 'login_id']).execute())
  const missing = members.filter(
    ({ siteKey, loginId }) => !known.some(row => row.site_key === siteKey && row.login_id === loginId),
  )
  // A hash takes time, so only the needed ones are made, and none inside a transaction.
  const rows = await Promise.all(
    missing.map(async ({ siteKey, loginId, password, promotion }) => ({
      id: randomUUID(),
      site_key: siteKey,
      login_id: loginId,
      password_hash: password === null ? null : await hashPassword(password),
      promotion,
      name: '山田 花子',
      resident_area: 'Tokyo',
      email: 'member@example.com',
      phone: '090-1234-5678',
      age: '30-34',
      gender: 'female',
    })),
  )
  await db.transaction(async tx => {
    const promotionIds = await findPromotionIds(tx)
    for (const { promotion, ...row } of rows) {
      const promotion_id = promotionIds.get(`${row.site_key} ${promotion}`) ?? null
      await tx
        .insertInto('members')
        .values({ ...row, promotion_id })
        .onConflict(conflict => conflict.columns(['site_key', 'login_id']).doNothing())
        .execute()
    }
  })
}

async function seedPromotions(tx: Tx, siteKeys: readonly string[]): Promise<void> {
  if (siteKeys.length === 0) return
  const rows = siteKeys.flatMap(siteKey =>
    PROMOTIONS.map(({ value, type, amount }) => ({
      id: randomUUID(),
      site_key: siteKey,
      membership_key: 'club',
      membership_value: value,
      promotion_type: type,
      promotion_amount: amount,
    })),
  )
  await tx
    .insertInto('membership_promotions')
    .values(rows)
    .onConflict(conflict => conflict.columns(['site_key', 'membership_key', 'membership_value']).doNothing())
    .execute()
  const ids = await findPromotionIds(tx)
  const texts = siteKeys.flatMap(siteKey =>
    PROMOTIONS.flatMap(({ value, names }) => {
      const promotion_id = ids.get(`${siteKey} ${value}`)
      return promotion_id === undefined
        ? []
        : LANGUAGES.map(lang => ({ promotion_id, lang, name: names[lang] }))
    }),
  )
  await tx
    .insertInto('membership_promotion_texts')
    .values(texts)
    .onConflict(conflict => conflict.columns(['promotion_id', 'lang']).doNothing())
    .execute()
}

/** Ids of the promotions of the key `club` by site and value. */
async function findPromotionIds(read: Read): Promise<ReadonlyMap<string, string>> {
  const rows = await read
    .selectFrom('membership_promotions')
    .select(['id', 'site_key', 'membership_value'])
    .where('membership_key', '=', 'club')
    .execute()
  return new Map(rows.map(row => [`${row.site_key} ${row.membership_value}`, row.id]))
}
