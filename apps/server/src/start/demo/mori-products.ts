import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows, openingHours, passOf } from './demo-spans.ts'
import { audioGuide, ticketTypesOf } from './ticket-types.ts'

const GALLERY_PRICES = { adult: 2_500, youth: 1_700, child: 900 }
const DUSK_PRICES = { adult: 1_800, youth: 1_200, child: 600 }
const PASS_PRICES = { adult: 9_000, youth: 6_000, child: 3_000 }

const cloudGallery: DemoProduct = {
  siteKey: 'mori',
  uuid: '859ac336-3e82-4c57-b2db-7c3e38facf22',
  saleType: 'time',
  basePrice: GALLERY_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 20,
  imagePath: '/sites/mori/cloud-gallery.svg',
  name: {
    ja: '雲の上の展覧会',
    en: 'The Exhibition Above the Clouds',
    kr: '구름 위의 전람회',
    'zh-hans': '云上的展览',
    'zh-hant': '雲上的展覽',
    th: 'นิทรรศการเหนือเมฆ',
  },
  description: {
    ja: '塔の52階、空に浮かぶガラスの球がその日の雲の色に染まります。展望回廊も同じチケットでご覧いただけます。約80分です。',
    en: 'On the 52nd floor globes of glass take on the colours of the clouds outside. The gallery around the tower is included. About 80 minutes.',
    kr: '타워 52층, 허공에 뜬 유리구슬이 그날의 구름 빛으로 물듭니다. 같은 티켓으로 전망 회랑도 둘러보실 수 있습니다. 약 80분입니다.',
    'zh-hans': '在塔的52层，悬浮的玻璃球染上当日云彩的颜色。凭同一张门票也可参观观景回廊。约80分钟。',
    'zh-hant': '在塔的52樓，懸浮的玻璃球染上當日雲彩的顏色。憑同一張門票也可參觀觀景迴廊。約80分鐘。',
    th: 'ที่ชั้น 52 ลูกแก้วที่ลอยอยู่จะเปลี่ยนสีตามเมฆในวันนั้น ตั๋วนี้รวมระเบียงชมวิวรอบหอคอย ใช้เวลาประมาณ 80 นาที',
  },
  caution: null,
  namingRight: null,
  ticketTypes: ticketTypesOf(GALLERY_PRICES),
  extras: [audioGuide(600)],
  spansOf: entryWindows({ first: at(10), last: at(19), window: 60 }),
  capacity: 60,
}

const duskWalk: DemoProduct = {
  siteKey: 'mori',
  uuid: 'ccf81548-8270-4a18-8846-aa806293877d',
  saleType: 'date',
  basePrice: DUSK_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 0,
  imagePath: '/sites/mori/dusk-walk.svg',
  name: {
    ja: '夕暮れの空中回廊',
    en: 'The Gallery at Dusk',
    kr: '해 질 녘 공중 회랑',
    'zh-hans': '黄昏空中回廊',
    'zh-hant': '黃昏空中迴廊',
    th: 'ระเบียงลอยฟ้ายามเย็น',
  },
  description: {
    ja: '日が沈み、街に灯がともるまでを、塔の外をめぐる回廊で。16時から21時30分まで、お好きな時間にどうぞ。',
    en: 'From sunset until the lights of the town come on, on the gallery that runs around the tower. Come at any time from 16:00 to 21:30.',
    kr: '해가 지고 거리에 불이 켜질 때까지를 타워 바깥 회랑에서 즐깁니다. 16시부터 21시 30분까지 원하는 시간에 오세요.',
    'zh-hans': '在环绕塔身的回廊上，看夕阳西沉，看城市亮起灯火。16:00至21:30之间可随时入场。',
    'zh-hant': '在環繞塔身的迴廊上，看夕陽西沉，看城市亮起燈火。16:00至21:30之間可隨時入場。',
    th: 'ชมตั้งแต่พระอาทิตย์ตกจนเมืองเปิดไฟจากระเบียงรอบหอคอย มาได้ทุกเวลาตั้งแต่ 16:00 ถึง 21:30 น.',
  },
  caution: {
    ja: '屋外の回廊です。強風のときは屋内の窓辺へご案内します。',
    en: 'The gallery is in the open air. In strong wind we show you to the windows inside.',
    kr: '야외 회랑입니다. 강풍 시에는 실내 창가로 안내해 드립니다.',
    'zh-hans': '回廊位于室外，强风时将引导至室内窗边。',
    'zh-hant': '迴廊位於室外，強風時將引導至室內窗邊。',
    th: 'ระเบียงอยู่กลางแจ้ง หากลมแรงจะพาไปชมที่หน้าต่างด้านใน',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(DUSK_PRICES),
  extras: [],
  spansOf: openingHours(at(16), at(21, 30)),
  capacity: 250,
}

const skyPass: DemoProduct = {
  siteKey: 'mori',
  uuid: '2772b672-3c0f-4455-986b-94214a9b83b6',
  saleType: 'period',
  basePrice: PASS_PRICES.adult,
  weekendExtra: 0,
  graceMinutes: 0,
  imagePath: '/sites/mori/sky-pass.svg',
  name: {
    ja: '雲見パス',
    en: 'Kumomi Pass',
    kr: '구모미 패스',
    'zh-hans': '云见通票',
    'zh-hant': '雲見通票',
    th: 'บัตรคุโมมิ',
  },
  description: {
    ja: '選んだ日から180日間、展覧会も回廊も何度でも。雲の表情は、毎日ちがいます。火曜日は休館です。',
    en: 'Exhibition and gallery as often as you like for 180 days from the day you choose. No two days have the same clouds. Closed on Tuesdays.',
    kr: '선택한 날부터 180일 동안 전람회와 회랑을 몇 번이든 즐길 수 있습니다. 구름의 표정은 매일 다릅니다. 화요일은 휴관입니다.',
    'zh-hans': '自所选之日起180天内，展览与回廊任意参观。云的表情，天天不同。每周二闭馆。',
    'zh-hant': '自所選之日起180天內，展覽與迴廊任意參觀。雲的表情，天天不同。每週二休館。',
    th: 'ชมนิทรรศการและระเบียงได้ไม่จำกัดครั้งเป็นเวลา 180 วันนับจากวันที่เลือก เมฆไม่เคยซ้ำกันสักวัน ปิดทุกวันอังคาร',
  },
  caution: {
    ja: 'ご本人のみお使いいただけます。',
    en: 'For the holder only.',
    kr: '본인만 사용할 수 있습니다.',
    'zh-hans': '仅限本人使用。',
    'zh-hant': '僅限本人使用。',
    th: 'ใช้ได้เฉพาะเจ้าของบัตร',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(PASS_PRICES),
  extras: [],
  spansOf: passOf(180),
  capacity: 40,
}

/** Products of the site `mori`, in display order. */
export const MORI_PRODUCTS: readonly DemoProduct[] = [cloudGallery, duskWalk, skyPass]
