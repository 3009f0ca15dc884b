import type { DemoExtra, DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const SEA_PRICES = { adult: 2_300, youth: 1_600, child: 800 }
const HARBOUR_PRICES = { adult: 1_500, youth: 1_000, child: 500 }

/** A photograph on the pier. */
const photograph: DemoExtra = {
  name: {
    ja: '記念写真',
    en: 'Photograph',
    kr: '기념사진',
    'zh-hans': '纪念照',
    'zh-hant': '紀念照',
    th: 'ภาพถ่ายที่ระลึก',
  },
  values: [
    {
      name: {
        ja: '桟橋の記念写真（台紙つき1枚）',
        en: 'One photograph on the pier, in a folder',
        kr: '부두 기념사진(종이 액자 포함 1장)',
        'zh-hans': '栈桥纪念照（附纸相框1张）',
        'zh-hant': '棧橋紀念照（附紙相框1張）',
        th: 'ภาพถ่ายบนท่าเรือ 1 ภาพพร้อมปก',
      },
      addCost: 1_200,
      caution: null,
    },
  ],
}

const seaOfData: DemoProduct = {
  siteKey: 'softbank',
  uuid: '8ce43464-48ef-4d52-b360-dc9cf2e4e577',
  saleType: 'time',
  basePrice: SEA_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 10,
  imagePath: '/sites/softbank/sea-of-data.svg',
  name: {
    ja: '波のデータの海',
    en: 'The Sea of Data',
    kr: '데이터의 바다',
    'zh-hans': '数据之海',
    'zh-hant': '數據之海',
    th: 'ทะเลแห่งข้อมูล',
  },
  description: {
    ja: 'いま港に寄せている波のかたちが、そのまま光の海になって打ち寄せます。ふれると波紋がひろがります。約50分です。',
    en: 'The waves that reach the harbour at this moment come in again as a sea of light. Touch it and ripples spread. About 50 minutes.',
    kr: '지금 항구에 밀려오는 파도의 모양이 그대로 빛의 바다가 되어 밀려옵니다. 손을 대면 물결이 퍼집니다. 약 50분입니다.',
    'zh-hans': '此刻涌入港湾的波浪，化作光之海洋迎面而来。伸手触碰，涟漪便会荡开。约50分钟。',
    'zh-hant': '此刻湧入港灣的波浪，化作光之海洋迎面而來。伸手觸碰，漣漪便會盪開。約50分鐘。',
    th: 'คลื่นที่ซัดเข้าท่าเรือในขณะนี้กลายเป็นทะเลแห่งแสงที่ซัดเข้าหาคุณ แตะแล้วระลอกคลื่นจะแผ่ออก ใช้เวลาประมาณ 50 นาที',
  },
  caution: {
    ja: '強い光の点滅があります。体調のすぐれない方はご遠慮ください。',
    en: 'There are strong flashing lights. Please do not come in if you feel unwell.',
    kr: '강한 빛이 깜박입니다. 몸 상태가 좋지 않은 분은 삼가 주세요.',
    'zh-hans': '有强光闪烁，身体不适者请勿入场。',
    'zh-hant': '有強光閃爍，身體不適者請勿入場。',
    th: 'มีแสงกะพริบรุนแรง ผู้ที่ไม่สบายโปรดงดเข้าชม',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(SEA_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(10), last: at(19, 30), window: 30 }),
  capacity: 40,
}

const harbourNight: DemoProduct = {
  siteKey: 'softbank',
  uuid: 'd4b4100d-16ec-4845-8866-e85822656aef',
  saleType: 'date',
  entryPolicy: 'any',
  basePrice: HARBOUR_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 0,
  imagePath: '/sites/softbank/harbour-night.svg',
  name: {
    ja: '港の夜フリーパス',
    en: 'Harbour Night Pass',
    kr: '항구의 밤 자유이용권',
    'zh-hans': '港口之夜通票',
    'zh-hant': '港口之夜通票',
    th: 'บัตรค่ำคืนที่ท่าเรือ',
  },
  description: {
    ja: '光る桟橋と屋上庭園、21時の花火まで。17時から22時まで、何度でも出入りできます。',
    en: 'The glowing pier, the garden on the roof and the fireworks at 21:00. Come and go from 17:00 to 22:00.',
    kr: '빛나는 부두와 옥상 정원, 21시의 불꽃놀이까지. 17시부터 22시까지 자유롭게 드나들 수 있습니다.',
    'zh-hans': '漫步发光的栈桥与屋顶花园，直到21:00的烟花。17:00至22:00可多次进出。',
    'zh-hant': '漫步發光的棧橋與屋頂花園，直到21:00的煙火。17:00至22:00可多次進出。',
    th: 'ท่าเรือเรืองแสง สวนบนดาดฟ้า และพลุเวลา 21:00 น. เข้าออกได้ตลอดตั้งแต่ 17:00 ถึง 22:00 น.',
  },
  caution: null,
  namingRight: null,
  ticketTypes: ticketTypesOf(HARBOUR_PRICES),
  extras: [photograph],
  spansOf: openingHours(at(17), at(22)),
  capacity: 300,
}

/** Products of the site `softbank`, in display order. */
export const SOFTBANK_PRODUCTS: readonly DemoProduct[] = [seaOfData, harbourNight]
