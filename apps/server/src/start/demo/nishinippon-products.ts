import type { DemoExtra, DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { ticketTypesOf } from './ticket-types.ts'

const GALLERY_PRICES = { adult: 1_400, youth: 900, child: 400 }
const EVENING_PRICES = { adult: 1_200, youth: 800, child: 400 }

/** A lantern to carry through the evening. */
const lantern: DemoExtra = {
  name: {
    ja: '手持ち灯籠',
    en: 'Hand lantern',
    kr: '손등롱',
    'zh-hans': '手提灯笼',
    'zh-hant': '手提燈籠',
    th: 'โคมมือถือ',
  },
  values: [
    {
      name: {
        ja: '手持ち灯籠（1つ）',
        en: 'One hand lantern',
        kr: '손등롱 1개',
        'zh-hans': '手提灯笼（1盏）',
        'zh-hant': '手提燈籠（1盞）',
        th: 'โคมมือถือ 1 ดวง',
      },
      addCost: 400,
      caution: {
        ja: '本物の火を使います。お子さまは大人の方とご一緒にお持ちください。',
        en: 'It holds a real flame. Children carry it together with an adult.',
        kr: '진짜 불을 사용합니다. 어린이는 어른과 함께 들어 주세요.',
        'zh-hans': '灯笼使用明火，儿童请与成人一同手持。',
        'zh-hant': '燈籠使用明火，兒童請與成人一同手持。',
        th: 'ใช้ไฟจริง เด็กต้องถือร่วมกับผู้ใหญ่',
      },
    },
  ],
}

const flameGallery: DemoProduct = {
  siteKey: 'nishinippon',
  uuid: 'c49b929f-5a6e-44e5-88f5-a2c8724a9fd7',
  saleType: 'date',
  entryPolicy: 'any',
  basePrice: GALLERY_PRICES.adult,
  weekendExtra: 100,
  graceMinutes: 0,
  imagePath: '/sites/nishinippon/flame-gallery.svg',
  name: {
    ja: '火と水の展示室',
    en: 'Fire and Water',
    kr: '불과 물의 전시실',
    'zh-hans': '火与水展厅',
    'zh-hant': '火與水展廳',
    th: 'ห้องแสดงไฟและน้ำ',
  },
  description: {
    ja: '炎の絵と水鏡の庭を行き来する、火の山のふもとの展示室です。9時30分から18時まで、何度でも出入りできます。',
    en: 'Paintings of fire within, mirrors of water in the garden, at the foot of the volcano. Come and go from 9:30 to 18:00.',
    kr: '불꽃의 그림과 물거울 정원을 오가는 화산 기슭의 전시실입니다. 9시 30분부터 18시까지 자유롭게 드나들 수 있습니다.',
    'zh-hans': '在火山脚下，往返于火焰之画与水镜庭园之间。9:30至18:00可多次进出。',
    'zh-hant': '在火山腳下，往返於火焰之畫與水鏡庭園之間。9:30至18:00可多次進出。',
    th: 'ภาพแห่งเปลวไฟในอาคารและกระจกน้ำในสวนที่เชิงภูเขาไฟ เข้าออกได้ตลอดตั้งแต่ 9:30 ถึง 18:00 น.',
  },
  caution: null,
  namingRight: null,
  ticketTypes: ticketTypesOf(GALLERY_PRICES),
  extras: [],
  spansOf: openingHours(at(9, 30), at(18)),
  capacity: 220,
}

const lanternEvening: DemoProduct = {
  siteKey: 'nishinippon',
  uuid: 'a74937f3-db32-4fa0-bf00-65e65ea99497',
  saleType: 'time',
  basePrice: EVENING_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 10,
  imagePath: '/sites/nishinippon/lantern-evening.svg',
  name: {
    ja: '灯籠の宵',
    en: 'An Evening of Lanterns',
    kr: '등롱의 저녁',
    'zh-hans': '灯笼之夜',
    'zh-hant': '燈籠之夜',
    th: 'ค่ำคืนแห่งโคมไฟ',
  },
  description: {
    ja: '夕闇の坂道に百八つの灯籠がともります。火ノ里の人たちが、ひとつずつ手でともします。約40分です。',
    en: 'A hundred and eight lanterns are lit along the hill, each by hand, by the people of Hinosato. About 40 minutes.',
    kr: '어스름한 언덕길에 백여덟 개의 등롱이 켜집니다. 히노사토 사람들이 하나하나 손으로 밝힙니다. 약 40분입니다.',
    'zh-hans': '暮色中的坡道上，一百零八盏灯笼由火之里的人们亲手逐一点亮。约40分钟。',
    'zh-hant': '暮色中的坡道上，一百零八盞燈籠由火之里的人們親手逐一點亮。約40分鐘。',
    th: 'โคม 108 ดวงสว่างขึ้นบนทางลาดยามค่ำ ชาวฮิโนซาโตะจุดด้วยมือทีละดวง ใช้เวลาประมาณ 40 นาที',
  },
  caution: {
    ja: '雨の日は、屋根のある回廊で行います。',
    en: 'In the rain the lanterns are lit along the covered gallery.',
    kr: '비 오는 날에는 지붕이 있는 회랑에서 진행합니다.',
    'zh-hans': '雨天改在有顶回廊举行。',
    'zh-hant': '雨天改於有頂迴廊舉行。',
    th: 'หากฝนตกจะจัดในระเบียงที่มีหลังคา',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(EVENING_PRICES),
  extras: [lantern],
  spansOf: entryWindows({ first: at(17, 30), last: at(20), window: 30 }),
  capacity: 45,
}

/** Products of the site `nishinippon`, in display order. */
export const NISHINIPPON_PRODUCTS: readonly DemoProduct[] = [flameGallery, lanternEvening]
