import { siteOf, type SiteKey } from '@kippu/demo/registry'

import type { DemoProduct } from './demo-product.ts'
import { at, openingHours, passOf } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

/** The booking types that a site's own two products leave out: with these every site has all three. */

const PASS_DAYS = 30

interface Common {
  readonly siteKey: SiteKey
  readonly uuid: string
  /** The price of an adult in yen; the young pay two thirds, children a third. */
  readonly price: number
}

/** A pass to the whole house, from the chosen day on. */
function housePass({ siteKey, uuid, price }: Common): DemoProduct {
  const { name: house } = siteOf(siteKey)
  return {
    ...common({ siteKey, uuid, price }),
    saleType: 'period',
    name: {
      ja: '三十日パス',
      en: 'Thirty-Day Pass',
      kr: '30일 패스',
      'zh-hans': '三十日通票',
      'zh-hant': '三十日通票',
      th: 'บัตรผ่าน 30 วัน',
    },
    description: {
      ja: `選んだ日から三十日間、「${house.ja}」に何度でもご入場いただけます。`,
      en: `Come to ${house.en} as often as you like for thirty days, from the day you choose.`,
      kr: `선택한 날부터 30일 동안 ‘${house.kr}’에 몇 번이든 입장할 수 있습니다.`,
      'zh-hans': `自所选之日起三十天内，可无限次进入“${house['zh-hans']}”。`,
      'zh-hant': `自所選之日起三十天內，可無限次進入「${house['zh-hant']}」。`,
      th: `เข้าชม ${house.th} ได้ไม่จำกัดครั้งเป็นเวลา 30 วันนับจากวันที่เลือก`,
    },
    spansOf: passOf(PASS_DAYS),
    capacity: 120,
  }
}

/** A day at the house, at any time of it. */
function houseDay({ siteKey, uuid, price }: Common): DemoProduct {
  const { name: house } = siteOf(siteKey)
  return {
    ...common({ siteKey, uuid, price }),
    saleType: 'date',
    name: {
      ja: '一日入場券',
      en: 'Day Ticket',
      kr: '1일 입장권',
      'zh-hans': '一日门票',
      'zh-hant': '一日門票',
      th: 'บัตรเข้าชมหนึ่งวัน',
    },
    description: {
      ja: `「${house.ja}」へ、選んだ日のお好きな時間にお越しください。10時から17時まで開いています。`,
      en: `A day at ${house.en}. Come at any time from 10:00 to 17:00.`,
      kr: `선택한 날 원하는 시간에 ‘${house.kr}’에 오세요. 10시부터 17시까지 문을 엽니다.`,
      'zh-hans': `在所选之日随时前往“${house['zh-hans']}”，开放时间为10:00至17:00。`,
      'zh-hant': `於所選之日隨時前往「${house['zh-hant']}」，開放時間為10:00至17:00。`,
      th: `เข้าชม ${house.th} ได้ทุกเวลาในวันที่เลือก ตั้งแต่ 10:00 ถึง 17:00 น.`,
    },
    spansOf: openingHours(at(10), at(17)),
    capacity: 200,
  }
}

function common({ siteKey, uuid, price }: Common) {
  return {
    siteKey,
    uuid,
    basePrice: price,
    weekendExtra: 0,
    graceMinutes: 0,
    imagePath: siteOf(siteKey).heroImage,
    caution: null,
    namingRight: null,
    ticketTypes: ticketTypesOf({ adult: price, youth: inTens((price * 2) / 3), child: inTens(price / 3) }),
    extras: [],
  }
}

function inTens(yen: number): number {
  return Math.round(yen / 10) * 10
}

/** Behind the products of each site. */
export const MORE_BOOKING_TYPES: readonly DemoProduct[] = [
  houseDay({ siteKey: 'lab-exhibition', uuid: '48f165d5-7b00-47f4-b81e-f86f5c8cc1ab', price: 1_300 }),
  houseDay({ siteKey: 'okinawa', uuid: '017f9ee6-725e-409d-ba05-62d56abd685a', price: 2_800 }),
  houseDay({ siteKey: 'opam', uuid: 'b6043106-a85f-48b6-9aa8-b2a668d605d4', price: 1_200 }),
  housePass({ siteKey: 'lab-exhibition', uuid: '38f12d92-a28f-47d8-bce4-4e27424458b6', price: 3_900 }),
  housePass({ siteKey: 'ruins', uuid: 'd09e0492-4d52-4c61-8bed-ce030297c5e5', price: 5_900 }),
  housePass({ siteKey: 'izura', uuid: 'f3a16071-2456-4e76-aaad-d6b855c6b62b', price: 3_600 }),
  housePass({ siteKey: 'cancanfactory', uuid: '05adb3fc-4f63-4127-9a23-bef7be506564', price: 4_500 }),
  housePass({ siteKey: 'softbank', uuid: '9a508bb1-f4c9-4a65-b868-e6d9ca0bc36c', price: 5_400 }),
  housePass({ siteKey: 'nishinippon', uuid: '1e1be214-044c-492a-9b97-43f957a91109', price: 4_800 }),
  housePass({ siteKey: 'nagai', uuid: 'a1865506-aadb-4831-9b25-f81fcec1496e', price: 5_400 }),
  housePass({ siteKey: 'azabudai-borderless', uuid: '994395a7-74f0-447f-b6f8-7a640701ad82', price: 9_800 }),
  housePass({ siteKey: 'gaprao', uuid: 'fc45228f-4bd5-41b0-b41b-5669a0729b23', price: 6_400 }),
  housePass({ siteKey: 'ishikawa', uuid: '5c9dc8b6-4f4e-48e5-885b-d78d396e0d55', price: 4_500 }),
  housePass({ siteKey: 'boc', uuid: '1600314a-c9ae-49cf-ab97-8d7d421bb123', price: 7_800 }),
]
