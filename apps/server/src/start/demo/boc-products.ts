import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const ROPEWAY_PRICES = { adult: 3_000, youth: 2_200, child: 1_500 }
const STAR_PRICES = { adult: 2_400, youth: 1_800, child: 1_000 }

const dawnRopeway: DemoProduct = {
  siteKey: 'boc',
  uuid: '37804719-a584-4a9a-9c75-39e65ec96eff',
  saleType: 'time',
  basePrice: ROPEWAY_PRICES.adult,
  weekendExtra: 0,
  graceMinutes: 0,
  imagePath: '/sites/boc/dawn-ropeway.svg',
  name: {
    ja: '夜明けのロープウェイ',
    en: 'The Dawn Ropeway',
    kr: '새벽의 로프웨이',
    'zh-hans': '黎明缆车',
    'zh-hant': '黎明纜車',
    th: 'กระเช้ายามรุ่งอรุณ',
  },
  description: {
    ja: '雲を抜けて、日の出のバルコニーへ。往復のロープウェイと、温かいスープがつきます。バルコニーには9時30分までいられます。',
    en: 'Up through the clouds to the balcony at sunrise. The ride both ways and a cup of hot soup are included; stay on the balcony until 9:30.',
    kr: '구름을 뚫고 해돋이의 발코니로. 왕복 로프웨이와 따뜻한 수프가 포함됩니다. 발코니에는 9시 30분까지 머무를 수 있습니다.',
    'zh-hans': '穿过云层，登上日出的露台。含往返缆车与一杯热汤，露台可停留至9:30。',
    'zh-hant': '穿過雲層，登上日出的露台。含往返纜車與一杯熱湯，露台可停留至9:30。',
    th: 'ทะลุเมฆขึ้นไปยังระเบียงยามพระอาทิตย์ขึ้น รวมกระเช้าไปกลับและซุปร้อน 1 ถ้วย อยู่บนระเบียงได้ถึง 9:30 น.',
  },
  caution: {
    ja: '山頂は夏でも10℃を下回ることがあります。上着をお持ちください。強風のときは運休します。',
    en: 'It can be below 10 °C at the top even in summer: please bring a jacket. The ropeway does not run in strong wind.',
    kr: '정상은 여름에도 10℃ 아래로 내려갈 수 있습니다. 겉옷을 준비해 주세요. 강풍 시에는 운행하지 않습니다.',
    'zh-hans': '山顶夏季也可能低于10℃，请携带外套。强风时缆车停运。',
    'zh-hant': '山頂夏季也可能低於10℃，請攜帶外套。強風時纜車停駛。',
    th: 'บนยอดเขาอาจเย็นกว่า 10 องศาเซลเซียสแม้ในฤดูร้อน โปรดนำเสื้อคลุมมาด้วย กระเช้าหยุดให้บริการเมื่อลมแรง',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(ROPEWAY_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(5), last: at(8), window: 30 }),
  capacity: 32,
}

const starryBalcony: DemoProduct = {
  siteKey: 'boc',
  uuid: '3781d0c8-b89b-4982-bc70-e5b58f13c85b',
  saleType: 'date',
  basePrice: STAR_PRICES.adult,
  weekendExtra: 0,
  graceMinutes: 0,
  imagePath: '/sites/boc/starry-balcony.svg',
  name: {
    ja: '星のバルコニー',
    en: 'The Starry Balcony',
    kr: '별의 발코니',
    'zh-hans': '星之露台',
    'zh-hant': '星之露台',
    th: 'ระเบียงแห่งดวงดาว',
  },
  description: {
    ja: '灯りを落としたバルコニーで、天の川を見上げます。望遠鏡と毛布は自由にお使いください。19時から22時まで、お好きな時間にどうぞ。',
    en: 'The lamps go down and the Milky Way comes up. Telescopes and blankets are there to use. Come at any time from 19:00 to 22:00.',
    kr: '불을 낮춘 발코니에서 은하수를 올려다봅니다. 망원경과 담요를 자유롭게 쓰세요. 19시부터 22시까지 원하는 시간에 오세요.',
    'zh-hans': '灯光渐暗，在露台上仰望银河。望远镜与毛毯可自由使用。19:00至22:00之间可随时入场。',
    'zh-hant': '燈光漸暗，在露台上仰望銀河。望遠鏡與毛毯可自由使用。19:00至22:00之間可隨時入場。',
    th: 'หรี่โคมไฟลงแล้วแหงนมองทางช้างเผือก มีกล้องดูดาวและผ้าห่มให้ใช้ มาได้ทุกเวลาตั้งแต่ 19:00 ถึง 22:00 น.',
  },
  caution: null,
  namingRight: {
    ja: '寄贈：雲際村天文同好会（望遠鏡）',
    en: 'Telescopes given by the Unsai Village Astronomers',
    kr: '기증: 운사이무라 천문 동호회(망원경)',
    'zh-hans': '捐赠：云际村天文爱好者协会（望远镜）',
    'zh-hant': '捐贈：雲際村天文同好會（望遠鏡）',
    th: 'กล้องดูดาวบริจาคโดยชมรมดาราศาสตร์หมู่บ้านอุนไซ',
  },
  ticketTypes: ticketTypesOf(STAR_PRICES),
  extras: [],
  spansOf: openingHours(at(19), at(22)),
  capacity: 60,
}

/** Products of the site `boc`, in display order. */
export const BOC_PRODUCTS: readonly DemoProduct[] = [dawnRopeway, starryBalcony]
