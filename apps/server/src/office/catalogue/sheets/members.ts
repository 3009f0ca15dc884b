import { normalisePhone } from '@kippu/domain/form/normalise'
import { phone } from '@kippu/domain/form/rules'
import { sql } from 'kysely'

import type { Read } from '../../../platform/db/database.ts'
import { removeMembers, writeMember } from '../../../orders/membership/write-members.ts'
import { brief, changedBySpreadsheet, folded, keyText, text } from './kinds.ts'
import {
  type Changes,
  type FaultOfChange,
  type GoneRows,
  type Instead,
  isTrue,
  type Kind,
  nullableTextOf,
  type OtherChanges,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  WrongCell,
} from './sheet.ts'

const [LOGIN, NAME, EMAIL, PROMOTION] = [0, 1, 2, 7]
/** Place of the password in a row: as a hash, once the rows of an import are whole. */
export const PASSWORD = 8
/** Beside the columns: whether they have an order. */
const BUYER = 9

/** The pair of words of a promotion: `club gold`. */
const pair = brief({
  read: written => {
    const words = written
      .normalize('NFKC')
      .trim()
      .split(/\s*[:：]\s*|\s+/u)
    return words.length === 2 && !words.includes('')
      ? words.join(':')
      : new WrongCell(
          `“${written}” are not the two words of a promotion: club:gold`,
          `「${written}」は会員割引の2語（club:gold）ではありません`,
        )
  },
  write: value => value,
})

const address: Kind = {
  read: written => {
    const word = folded(written)
    return /^[^\s@]+@[^\s@]+$/u.test(word) && word.length <= 254
      ? word
      : new WrongCell(`“${written}” is not a mail address`, `「${written}」はメールアドレスではありません`)
  },
  write: value => value,
}

const isPhone = phone()

/** By the rule of visitors. A spreadsheet that takes it for a number loses the 0 before it. */
const phoneNumber = brief({
  read: (written, context) => {
    const changed = changedBySpreadsheet(folded(written), context)
    if (changed !== undefined) return changed
    const word = normalisePhone(written)
    if (/^[1-9]\d{8,9}$/u.test(word) && !folded(written).startsWith('+'))
      return new WrongCell(
        `“${written}” begins without 0: format the column as text, and type it again`,
        `「${written}」は先頭の 0 がありません。列の書式を「文字列」にして入力し直してください`,
      )
    return isPhone(word) === null
      ? word
      : new WrongCell(`“${written}” is not a telephone number`, `「${written}」は電話番号ではありません`)
  },
  write: value => value,
})

/** No export has it. */
const password: Kind = {
  read: written =>
    written.length < 8 || written.length > 200
      ? new WrongCell('a password has 8 to 200 characters', 'パスワードは8〜200文字です')
      : written,
  write: () => null,
}

/** People who may log in to an order. */
export const members: Sheet = {
  name: 'members',
  others: ['会員'],
  permission: 'members:write',
  keys: 1,
  isPersonal: true,
  mayBeWhole: true,
  columns: [
    { name: 'login_id', others: ['ログインid', '会員番号', '会員id'], kind: keyText(200) },
    { name: 'name', others: ['氏名', '名前'], kind: text(200) },
    { name: 'email', others: ['メール', 'メールアドレス'], kind: address },
    { name: 'phone', others: ['電話', '電話番号'], kind: phoneNumber, empty: '' },
    { name: 'resident_area', others: ['居住地', '地域'], kind: text(100), empty: '' },
    { name: 'age', others: ['年齢'], kind: keyText(50), empty: '' },
    { name: 'gender', others: ['性別'], kind: text(50), empty: '' },
    { name: 'promotion', others: ['会員割引', '割引'], kind: pair, empty: null },
    { name: 'password', others: ['パスワード'], kind: password, empty: null, isKept: true, isSecret: true },
  ],
  current: readMembers,
  checkAll: checkPromotions,
  instead: async (_, __, gone) => keptOf(gone),
  touch: () => {},
  put: async (tx, { siteKey }, changes) => {
    for (const { after } of changes) await writeMember(tx, memberOf(siteKey, after))
  },
  remove: (tx, { siteKey }, rows) =>
    removeMembers(
      tx,
      siteKey,
      rows.map(row => textOf(row[LOGIN])),
    ),
}

function memberOf(siteKey: string, row: Row) {
  const [key, value] = textOf(row[PROMOTION]).split(':')
  return {
    site_key: siteKey,
    login_id: textOf(row[LOGIN]),
    name: textOf(row[NAME]),
    email: textOf(row[EMAIL]),
    phone: textOf(row[3]),
    resident_area: textOf(row[4]),
    age: textOf(row[5]),
    gender: textOf(row[6]),
    password_hash: nullableTextOf(row[PASSWORD]),
    promotion: key === undefined || value === undefined ? null : { key, value },
  }
}

async function readMembers(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const rows = await read
    .selectFrom('members')
    .leftJoin('membership_promotions as p', 'p.id', 'members.promotion_id')
    .selectAll('members')
    .select(['p.membership_key', 'p.membership_value'])
    .select(sql<boolean>`exists (select from orders o where o.member_id = members.id)`.as('isBuyer'))
    .where('members.site_key', '=', siteKey)
    .orderBy('login_id')
    .execute()
  return rows.map(row => [
    row.login_id,
    row.name,
    row.email,
    row.phone,
    row.resident_area,
    row.age,
    row.gender,
    row.membership_key === null ? null : `${row.membership_key}:${row.membership_value}`,
    row.password_hash,
    row.isBuyer,
  ])
}

async function checkPromotions(
  read: Read,
  { siteKey }: Scope,
  changes: Changes,
  others: OtherChanges,
): Promise<FaultOfChange[]> {
  const stored = await read
    .selectFrom('membership_promotions')
    .select(['membership_key', 'membership_value'])
    .where('site_key', '=', siteKey)
    .execute()
  const known = new Set(stored.map(row => `${row.membership_key}:${row.membership_value}`))
  for (const { before, after } of others('promotions')) {
    if (after !== null) known.add(`${textOf(after[0])}:${textOf(after[1])}`)
    else if (before !== null) known.delete(`${textOf(before[0])}:${textOf(before[1])}`)
  }
  return Array.from(changes).flatMap(change => {
    const promotion = nullableTextOf(change.after?.[PROMOTION])
    if (promotion === null || known.has(promotion)) return []
    return [
      {
        change,
        fault: {
          column: 'promotion',
          text: [`the site has no promotion ${promotion}`, `会員割引 ${promotion} はありません`],
        },
      },
    ]
  })
}

function keptOf({ rows }: GoneRows): ReadonlyMap<string, Instead> {
  const buyers = rows.filter(row => isTrue(row[BUYER]))
  return new Map(buyers.map(row => [textOf(row[LOGIN]), { why: ['they have an order', '注文があります'] }]))
}
