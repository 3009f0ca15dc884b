import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, passOf } from './demo-spans.ts'
import { audioGuide, ticketTypesOf } from './ticket-types.ts'

const GALLERY_PRICES = { adult: 1_900, youth: 1_200, child: 600 }
const PASS_PRICES = { adult: 6_800, youth: 4_800, child: 2_400 }

const galleryOfSteam: DemoProduct = {
  siteKey: 'opam',
  uuid: 'fd16e895-8f20-4bf8-80b8-c195fa437c71',
  saleType: 'time',
  basePrice: GALLERY_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 15,
  imagePath: '/sites/opam/gallery-of-steam.svg',
  name: {
    ja: '湯けむりの展示室',
    en: 'The Gallery of Steam',
    kr: '온천 김 전시실',
    'zh-hans': '汤烟展厅',
    'zh-hant': '湯煙展廳',
    th: 'ห้องแสดงไอน้ำ',
  },
  description: {
    ja: '五つの源泉から立つ湯けむりに、色と音を映します。同じかたちは二度とありません。観たあとは、足湯でひと休みできます。約50分です。',
    en: 'Colour and sound fall on the steam of five springs, and no shape comes twice. Afterwards there is a foot bath to rest at. About 50 minutes.',
    kr: '다섯 원천에서 오르는 김에 색과 소리를 비춥니다. 같은 모양은 두 번 다시 없습니다. 관람 후에는 족욕탕에서 쉬어 갈 수 있습니다. 약 50분 걸립니다.',
    'zh-hans': '五处泉源升起的汤烟，映上色彩与声音，形状从不重复。观展后可泡泡脚，稍作休息。约需50分钟。',
    'zh-hant': '五處泉源升起的湯煙，映上色彩與聲音，形狀從不重複。觀展後可泡足湯，稍作休息。約需50分鐘。',
    th: 'สีและเสียงฉายลงบนไอน้ำจากบ่อน้ำพุร้อนห้าบ่อ ไม่มีรูปทรงใดซ้ำกัน หลังชมแล้วพักแช่เท้าได้ ใช้เวลาประมาณ 50 นาที',
  },
  caution: {
    ja: '展示室は湿度が高く、眼鏡やレンズがくもります。床がすべりやすいのでご注意ください。',
    en: 'The rooms are humid: glasses and lenses will fog. Please mind the floor, which can be slippery.',
    kr: '전시실은 습도가 높아 안경이나 렌즈에 김이 서립니다. 바닥이 미끄러우니 주의해 주세요.',
    'zh-hans': '展厅湿度较高，眼镜和镜头会起雾。地面湿滑，请小心行走。',
    'zh-hant': '展廳濕度較高，眼鏡和鏡頭會起霧。地面濕滑，請小心行走。',
    th: 'ภายในห้องมีความชื้นสูง แว่นตาและเลนส์อาจขึ้นฝ้า โปรดระวังพื้นลื่น',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(GALLERY_PRICES),
  extras: [audioGuide(500)],
  spansOf: entryWindows({ first: at(9, 30), last: at(17), window: 30 }),
  capacity: 30,
}

const bathPass: DemoProduct = {
  siteKey: 'opam',
  uuid: '16ee14fa-2d8a-4f60-894c-54852d0f3808',
  saleType: 'period',
  basePrice: PASS_PRICES.adult,
  weekendExtra: 0,
  graceMinutes: 0,
  imagePath: '/sites/opam/bath-pass.svg',
  name: {
    ja: '湯めぐり手形',
    en: 'The Bath-Hopping Tag',
    kr: '온천 순례 통행증',
    'zh-hans': '泡汤巡游木牌',
    'zh-hant': '泡湯巡遊木牌',
    th: 'ป้ายตระเวนแช่น้ำพุร้อน',
  },
  description: {
    ja: '選んだ日から半年（180日）のあいだ、坂の八つの湯と美術館の常設展に何度でも入れます。木の手形は、入口でお渡しします。',
    en: 'Eight baths along the hill and the museum’s collection, as often as you like for half a year (180 days) from the day you choose. You get the wooden tag at the entrance.',
    kr: '선택한 날부터 반년(180일) 동안 언덕의 여덟 온천과 미술관 상설전을 몇 번이든 이용할 수 있습니다. 나무 통행증은 입구에서 드립니다.',
    'zh-hans': '自所选之日起半年（180天）内，坡上的八处温泉与美术馆常设展可无限次进入。木牌在入口处领取。',
    'zh-hant': '自所選之日起半年（180天）內，坡上的八處溫泉與美術館常設展可無限次進入。木牌於入口處領取。',
    th: 'แช่น้ำพุร้อนแปดแห่งบนเนินและชมนิทรรศการถาวรได้ไม่จำกัดครั้งเป็นเวลาครึ่งปี (180 วัน) นับจากวันที่เลือก รับป้ายไม้ได้ที่ทางเข้า',
  },
  caution: null,
  namingRight: {
    ja: '協力：湯坂八湯の湯守',
    en: 'With the keepers of the eight springs of Yusaka',
    kr: '협력: 유사카 여덟 온천의 온천지기',
    'zh-hans': '协助：汤坂八汤守泉人',
    'zh-hant': '協力：湯坂八湯守泉人',
    th: 'ร่วมกับผู้ดูแลบ่อน้ำพุร้อนแปดแห่งของยูซากะ',
  },
  ticketTypes: ticketTypesOf(PASS_PRICES),
  extras: [],
  spansOf: passOf(180),
  capacity: 80,
}

/** Products of the site `opam`, in display order. */
export const OPAM_PRODUCTS: readonly DemoProduct[] = [galleryOfSteam, bathPass]
