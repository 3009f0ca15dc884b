import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours } from './demo-spans.ts'
import { audioGuide, ticketTypesOf } from './ticket-types.ts'

const ROOM_PRICES = { adult: 3_800, youth: 2_800, child: 1_500 }
const TERRACE_PRICES = { adult: 2_200, youth: 1_600, child: 800 }

const roomsWithoutEdges: DemoProduct = {
  siteKey: 'azabudai-borderless',
  uuid: '85dd1d7d-bb65-42af-ae13-c272a0bd3dba',
  saleType: 'time',
  basePrice: ROOM_PRICES.adult,
  weekendExtra: 400,
  graceMinutes: 15,
  imagePath: '/sites/azabudai-borderless/rooms-without-edges.svg',
  name: {
    ja: '境のない部屋',
    en: 'Rooms Without Edges',
    kr: '경계 없는 방',
    'zh-hans': '没有边界的房间',
    'zh-hant': '沒有邊界的房間',
    th: 'ห้องไร้ขอบเขต',
  },
  description: {
    ja: '花と光が、部屋から部屋へ境なくつづいていきます。入場時間の枠の中でお越しください。ゆっくり歩いて70分ほどです。',
    en: 'Flowers and light wander from room to room and never stop at a wall. Come within your entry time. A slow walk takes about 70 minutes.',
    kr: '꽃과 빛이 방에서 방으로 경계 없이 이어집니다. 입장 시간대 안에 와 주세요. 천천히 걸으면 약 70분 걸립니다.',
    'zh-hans': '花与光从一个房间漫向另一个房间，没有边界。请在入场时段内到场，慢慢走完约需70分钟。',
    'zh-hant': '花與光從一個房間漫向另一個房間，沒有邊界。請在入場時段內到場，慢慢走完約需70分鐘。',
    th: 'ดอกไม้และแสงเดินทางจากห้องหนึ่งสู่อีกห้องหนึ่งอย่างไร้ขอบเขต โปรดมาถึงภายในช่วงเวลาเข้าชม เดินช้า ๆ ใช้เวลาประมาณ 70 นาที',
  },
  caution: {
    ja: '床が鏡の部屋があります。スカートの方には、入口で膝掛けをお貸しします。',
    en: 'Some rooms have mirrored floors. If you wear a skirt, we lend you a wrap at the entrance.',
    kr: '바닥이 거울인 방이 있습니다. 치마를 입으신 분께는 입구에서 덮개를 빌려 드립니다.',
    'zh-hans': '部分房间为镜面地板。穿裙子的游客可在入口处借用盖毯。',
    'zh-hant': '部分房間為鏡面地板。穿裙子的來賓可於入口處借用蓋毯。',
    th: 'บางห้องมีพื้นเป็นกระจก ผู้ที่สวมกระโปรงสามารถยืมผ้าคลุมได้ที่ทางเข้า',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(ROOM_PRICES),
  extras: [audioGuide(600)],
  spansOf: entryWindows({ first: at(10), last: at(19, 30), window: 30 }),
  capacity: 50,
}

const terraceOfLanterns: DemoProduct = {
  siteKey: 'azabudai-borderless',
  uuid: 'b8a9ff0b-3a50-4d60-9e77-44acec2d52d2',
  saleType: 'date',
  basePrice: TERRACE_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 0,
  imagePath: '/sites/azabudai-borderless/terrace-of-lanterns.svg',
  name: {
    ja: '灯りのテラス',
    en: 'Terrace of Lanterns',
    kr: '등불의 테라스',
    'zh-hans': '灯之露台',
    'zh-hant': '燈之露台',
    th: 'ลานโคมไฟ',
  },
  description: {
    ja: '街を見おろす屋上に、三百の灯りが浮かびます。近づくと、灯りは隣から隣へ色を渡していきます。17時から22時まで、お好きな時間にどうぞ。',
    en: 'Three hundred lanterns float on a roof above the city. Come close, and they pass their colour on from one to the next. Any time from 17:00 to 22:00.',
    kr: '도시를 내려다보는 옥상에 삼백 개의 등불이 떠오릅니다. 다가가면 등불이 옆으로 색을 전합니다. 17시부터 22시까지 원하는 시간에 오세요.',
    'zh-hans':
      '俯瞰城市的屋顶上，浮起三百盏灯。走近时，灯光会一盏接一盏地传递颜色。17:00至22:00之间可随时入场。',
    'zh-hant':
      '俯瞰城市的屋頂上，浮起三百盞燈。走近時，燈光會一盞接一盞地傳遞顏色。17:00至22:00之間可隨時入場。',
    th: 'โคมไฟสามร้อยดวงลอยอยู่บนดาดฟ้าเหนือเมือง เมื่อเข้าใกล้ โคมจะส่งต่อสีไปยังดวงข้าง ๆ มาได้ทุกเวลาตั้งแต่ 17:00 ถึง 22:00 น.',
  },
  caution: null,
  namingRight: {
    ja: '協賛：雲見台まちあかり会',
    en: 'Supported by the Kumomidai Town Lights Society',
    kr: '협찬: 구모미다이 거리등불회',
    'zh-hans': '赞助：云见台街灯会',
    'zh-hant': '贊助：雲見台街燈會',
    th: 'สนับสนุนโดยสมาคมแสงไฟเมืองคุโมมิได',
  },
  ticketTypes: ticketTypesOf(TERRACE_PRICES),
  extras: [],
  spansOf: openingHours(at(17), at(22)),
  capacity: 250,
}

/** Products of the site `azabudai-borderless`, in display order. */
export const AZABUDAI_BORDERLESS_PRODUCTS: readonly DemoProduct[] = [roomsWithoutEdges, terraceOfLanterns]
