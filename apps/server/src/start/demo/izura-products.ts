import type { DemoExtra, DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { studentTicketTypesOf } from './ticket-types.ts'

const CAPE_PRICES = { general: 1_000, student: 700, school: 300 }
const TEA_PRICES = { general: 2_800, student: 2_400, school: 2_000 }

/** Sweets to take home, picked up after the tea. */
const sweets: DemoExtra = {
  name: {
    ja: 'おみやげの干菓子',
    en: 'Sweets to take home',
    kr: '선물용 화과자',
    'zh-hans': '带回家的和果子',
    'zh-hant': '帶回家的和菓子',
    th: 'ขนมกลับบ้าน',
  },
  values: [
    {
      name: {
        ja: '波の干菓子（6個入り）',
        en: 'Six sweets in the shape of waves',
        kr: '파도 모양 화과자(6개)',
        'zh-hans': '波浪和果子（6个）',
        'zh-hant': '波浪和菓子（6個）',
        th: 'ขนมรูปคลื่น 6 ชิ้น',
      },
      addCost: 700,
      caution: {
        ja: '小麦・大豆を含みます。お席のあとに帳場でお渡しします。',
        en: 'They contain wheat and soy. We hand them over at the desk after the tea.',
        kr: '밀·대두가 들어 있습니다. 찻자리가 끝난 뒤 접수처에서 드립니다.',
        'zh-hans': '含小麦和大豆。茶席结束后在柜台领取。',
        'zh-hant': '含小麥及大豆。茶席結束後於櫃檯領取。',
        th: 'มีส่วนผสมของข้าวสาลีและถั่วเหลือง รับที่เคาน์เตอร์หลังพิธีชงชา',
      },
    },
  ],
}

const capeDay: DemoProduct = {
  siteKey: 'izura',
  uuid: 'e84ebbe4-4f78-4ae2-b798-97a8a068de0c',
  saleType: 'date',
  entryPolicy: 'any',
  basePrice: CAPE_PRICES.general,
  weekendExtra: 0,
  graceMinutes: 0,
  imagePath: '/sites/izura/cape-day.svg',
  name: {
    ja: '岬の一日券',
    en: 'A Day at the Cape',
    kr: '시오네곶 1일권',
    'zh-hans': '岬角一日票',
    'zh-hant': '岬角一日票',
    th: 'บัตรหนึ่งวันที่แหลม',
  },
  description: {
    ja: '潮音亭の座敷と、松林の展示小屋、磯へおりる小道をめぐる一日券です。9時から17時まで、何度でも出入りできます。',
    en: 'The rooms of the pavilion, the huts in the pine wood and the path down to the rocks. Come and go from 9:00 to 17:00.',
    kr: '시오네 정자의 방과 솔숲의 전시 오두막, 갯바위로 내려가는 오솔길을 둘러보는 1일권입니다. 9시부터 17시까지 자유롭게 드나들 수 있습니다.',
    'zh-hans': '可参观潮音亭的和室、松林中的展示小屋，并沿小径走下海岸岩滩。9:00至17:00可多次进出。',
    'zh-hant': '可參觀潮音亭的和室、松林中的展示小屋，並沿小徑走下海岸岩灘。9:00至17:00可多次進出。',
    th: 'ชมห้องในศาลา กระท่อมจัดแสดงในป่าสน และทางเดินลงสู่โขดหิน เข้าออกได้ตลอดตั้งแต่ 9:00 ถึง 17:00 น.',
  },
  caution: null,
  namingRight: {
    ja: '協賛：潮音村の松を守る会',
    en: 'Supported by the Friends of the Shione Pines',
    kr: '협찬: 시오네무라 소나무 지킴이 모임',
    'zh-hans': '赞助：潮音村护松会',
    'zh-hant': '贊助：潮音村護松會',
    th: 'สนับสนุนโดยกลุ่มผู้ดูแลต้นสนชิโอเนะ',
  },
  ticketTypes: studentTicketTypesOf(CAPE_PRICES),
  extras: [],
  spansOf: openingHours(at(9), at(17)),
  capacity: 200,
}

const morningTea: DemoProduct = {
  siteKey: 'izura',
  uuid: '1ebeba5b-99ee-46e3-a7bc-9e05da4e570c',
  saleType: 'time',
  basePrice: TEA_PRICES.general,
  weekendExtra: 400,
  graceMinutes: 0,
  imagePath: '/sites/izura/morning-tea.svg',
  name: {
    ja: '朝凪の茶席',
    en: 'Tea in the Morning Calm',
    kr: '아침 바다의 찻자리',
    'zh-hans': '晨海茶席',
    'zh-hant': '晨海茶席',
    th: 'พิธีชงชายามเช้าริมทะเล',
  },
  description: {
    ja: '海がいちばん静かな時間に、窓いっぱいの朝の光とお抹茶を。作法をご存じなくても楽しめます。約45分です。',
    en: 'Matcha at the hour when the sea is calmest, with the whole window full of light. You need to know nothing of the ceremony. About 45 minutes.',
    kr: '바다가 가장 고요한 시간에 창 가득한 아침 햇살과 함께 말차를 즐깁니다. 다도를 몰라도 괜찮습니다. 약 45분입니다.',
    'zh-hans': '在大海最平静的时刻，于满窗晨光中品一碗抹茶。不懂茶道也能尽兴。约45分钟。',
    'zh-hant': '在大海最平靜的時刻，於滿窗晨光中品一碗抹茶。不懂茶道也能盡興。約45分鐘。',
    th: 'จิบมัทฉะในยามที่ทะเลสงบที่สุดพร้อมแสงเช้าเต็มหน้าต่าง ไม่จำเป็นต้องรู้พิธีชงชา ใช้เวลาประมาณ 45 นาที',
  },
  caution: {
    ja: '遅れてお越しの場合、途中からのご参加となります。',
    en: 'If you come late, you join the ceremony part-way through.',
    kr: '늦게 오시면 도중부터 참가하시게 됩니다.',
    'zh-hans': '迟到者只能中途加入。',
    'zh-hant': '遲到者只能中途加入。',
    th: 'หากมาสายจะเข้าร่วมได้เฉพาะช่วงที่เหลือ',
  },
  namingRight: null,
  ticketTypes: studentTicketTypesOf(TEA_PRICES),
  extras: [sweets],
  spansOf: entryWindows({ first: at(8), last: at(11), window: 60 }),
  capacity: 12,
}

/** Products of the site `izura`, in display order. */
export const IZURA_PRODUCTS: readonly DemoProduct[] = [capeDay, morningTea]
