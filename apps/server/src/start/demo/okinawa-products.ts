import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, passOf } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const BOAT_PRICES = { adult: 2_800, youth: 2_000, child: 1_200 }
const PASS_PRICES = { adult: 4_500, youth: 3_200, child: 1_800 }

const glassBoat: DemoProduct = {
  siteKey: 'okinawa',
  uuid: '23e89ea6-3c94-4172-a522-dd89b8537102',
  saleType: 'time',
  basePrice: BOAT_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 0,
  imagePath: '/sites/okinawa/glass-boat.svg',
  name: {
    ja: 'サンゴのガラスボート',
    en: 'Over the Coral by Glass Boat',
    kr: '유리 보트 산호 여행',
    'zh-hans': '乘玻璃船游珊瑚',
    'zh-hant': '搭玻璃船遊珊瑚',
    th: 'ล่องเรือท้องกระจกชมปะการัง',
  },
  description: {
    ja: '底がガラスの船で、サンゴの庭の上をゆっくり進みます。ウミガメに会えるかもしれません。出航の10分前に桟橋へお越しください。約45分です。',
    en: 'A boat with a floor of glass drifts over the coral garden; you may meet a turtle. Be at the pier 10 minutes before it leaves. About 45 minutes.',
    kr: '바닥이 유리로 된 배를 타고 산호 정원 위를 천천히 지납니다. 바다거북을 만날 수도 있습니다. 출항 10분 전까지 부두로 와 주세요. 약 45분 걸립니다.',
    'zh-hans':
      '乘坐船底为玻璃的小船，缓缓驶过珊瑚花园，也许还能遇见海龟。请于开船前10分钟到达栈桥。全程约45分钟。',
    'zh-hant':
      '搭乘船底為玻璃的小船，緩緩駛過珊瑚花園，也許還能遇見海龜。請於開船前10分鐘抵達棧橋。全程約45分鐘。',
    th: 'เรือท้องกระจกล่องช้า ๆ เหนือสวนปะการัง อาจได้พบเต่าทะเล โปรดมาถึงท่าเรือก่อนออก 10 นาที ใช้เวลาประมาณ 45 นาที',
  },
  caution: {
    ja: '船は揺れることがあります。船酔いの心配な方は、前もってお薬をお飲みください。',
    en: 'The boat may roll. If you get seasick, please take something for it beforehand.',
    kr: '배가 흔들릴 수 있습니다. 뱃멀미가 걱정되시는 분은 미리 약을 드시기 바랍니다.',
    'zh-hans': '船可能会摇晃，容易晕船的乘客请提前服药。',
    'zh-hant': '船可能會搖晃，容易暈船的乘客請事先服藥。',
    th: 'เรืออาจโคลงเคลง ผู้ที่เมาเรือง่ายโปรดรับประทานยาล่วงหน้า',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(BOAT_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(9), last: at(16), window: 60 }),
  capacity: 24,
}

const lagoonPass: DemoProduct = {
  siteKey: 'okinawa',
  uuid: 'ef5a3dd7-6bde-4387-a93a-27553ba06852',
  saleType: 'period',
  basePrice: PASS_PRICES.adult,
  weekendExtra: 0,
  graceMinutes: 0,
  imagePath: '/sites/okinawa/lagoon-pass.svg',
  name: {
    ja: 'ラグーン三日券',
    en: 'Three-Day Lagoon Pass',
    kr: '라군 3일권',
    'zh-hans': '潟湖三日票',
    'zh-hant': '潟湖三日票',
    th: 'บัตรลากูน 3 วัน',
  },
  description: {
    ja: '選んだ日から三日間、浜とサンゴの展示館、海中の小道に何度でも入れます。日傘は浜でお貸しします。',
    en: 'For three days from the day you choose: the beach, the coral house and the path under the sea, as often as you like. Parasols wait on the sand.',
    kr: '선택한 날부터 3일 동안 해변과 산호 전시관, 바닷속 오솔길에 몇 번이든 들어갈 수 있습니다. 파라솔은 해변에서 빌려 드립니다.',
    'zh-hans': '自所选之日起三天内，可无限次进入海滩、珊瑚馆与海底小径。海滩上备有遮阳伞可借用。',
    'zh-hant': '自所選之日起三天內，可無限次進入海灘、珊瑚館與海底小徑。海灘上備有遮陽傘可借用。',
    th: 'เข้าชายหาด เรือนปะการัง และทางเดินใต้ทะเลได้ไม่จำกัดครั้งเป็นเวลา 3 วันนับจากวันที่เลือก มีร่มให้ยืมบนหาด',
  },
  caution: null,
  namingRight: {
    ja: '協力：結浜のサンゴを守る会',
    en: 'With the Keepers of the Yuihama Coral',
    kr: '협력: 유이하마 산호 지킴이 모임',
    'zh-hans': '协助：结滨珊瑚守护会',
    'zh-hant': '協力：結濱珊瑚守護會',
    th: 'ร่วมกับกลุ่มผู้พิทักษ์ปะการังยูอิฮามะ',
  },
  ticketTypes: ticketTypesOf(PASS_PRICES),
  extras: [],
  spansOf: passOf(3),
  capacity: 150,
}

/** Products of the site `okinawa`, in display order. */
export const OKINAWA_PRODUCTS: readonly DemoProduct[] = [glassBoat, lagoonPass]
