import type { DemoProduct } from './demo-product.ts'
import { at, entryWindows } from './demo-spans.ts'
import { eveningTicketTypesOf, ticketTypesOf } from './ticket-types.ts'

const ROOM_PRICES = { adult: 1_800, youth: 1_200, child: 600 }
const NIGHT_PRICES = { adult: 2_600, youth: 1_900 }

const specimenRoom: DemoProduct = {
  siteKey: 'lab-exhibition',
  uuid: '16393970-9261-4908-8a3a-d1db0fb73f9d',
  saleType: 'time',
  basePrice: ROOM_PRICES.adult,
  weekendExtra: 200,
  graceMinutes: 15,
  imagePath: '/sites/lab-exhibition/specimen-room.svg',
  name: {
    ja: '硝子の森の標本室',
    en: 'The Room of Glass Forests',
    kr: '유리 숲 표본실',
    'zh-hans': '玻璃森林标本室',
    'zh-hant': '玻璃森林標本室',
    th: 'ห้องป่าในแก้ว',
  },
  description: {
    ja: '背丈より高いガラスの中で、小さな森がいくつも育っています。朝の光がいちばんきれいな、温室の展示です。所要時間は約50分です。',
    en: 'Small forests grow in glass taller than you are. An exhibition in a greenhouse, loveliest in the morning light. About 50 minutes.',
    kr: '키보다 큰 유리 속에서 작은 숲들이 자라고 있습니다. 아침 햇살이 가장 아름다운 온실 전시입니다. 약 50분 걸립니다.',
    'zh-hans': '比人还高的玻璃里，生长着一片片小小的森林。温室中的展览，晨光最美。约需50分钟。',
    'zh-hant': '比人還高的玻璃裡，生長著一片片小小的森林。溫室中的展覽，晨光最美。約需50分鐘。',
    th: 'ป่าเล็ก ๆ หลายผืนเติบโตในแก้วที่สูงกว่าตัวคุณ นิทรรศการในเรือนกระจกที่งดงามที่สุดในแสงเช้า ใช้เวลาประมาณ 50 นาที',
  },
  caution: {
    ja: '館内は温度と湿度が高めです。脱ぎ着しやすい服装でお越しください。',
    en: 'It is warm and humid inside. Please wear layers.',
    kr: '실내는 온도와 습도가 높습니다. 입고 벗기 편한 옷차림으로 와 주세요.',
    'zh-hans': '室内温度和湿度较高，请穿便于增减的衣服。',
    'zh-hant': '室內溫度與濕度較高，請穿便於增減的衣服。',
    th: 'ภายในอบอุ่นและชื้น โปรดสวมเสื้อผ้าที่ถอดใส่สะดวก',
  },
  namingRight: null,
  ticketTypes: ticketTypesOf(ROOM_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(10), last: at(16, 30), window: 30 }),
  capacity: 30,
}

const nightLab: DemoProduct = {
  siteKey: 'lab-exhibition',
  uuid: '0e88bb0d-e4a3-47c8-a689-d951344c5408',
  saleType: 'time',
  basePrice: NIGHT_PRICES.adult,
  weekendExtra: 300,
  graceMinutes: 0,
  imagePath: '/sites/lab-exhibition/night-lab.svg',
  name: {
    ja: '夜の発芽実験',
    en: 'The Night of Sprouting',
    kr: '밤의 발아 실험',
    'zh-hans': '夜间发芽实验',
    'zh-hant': '夜間發芽實驗',
    th: 'คืนแห่งการงอก',
  },
  description: {
    ja: '明かりを落とした研究室で、光る種をまき、芽がひらくまでを見まもります。種は鉢ごとお持ち帰りいただけます。約60分です。',
    en: 'In a darkened laboratory you sow a seed of light and watch it open. You take the pot home. About 60 minutes.',
    kr: '불을 끈 연구실에서 빛나는 씨앗을 심고 싹이 트는 모습을 지켜봅니다. 화분은 가져가실 수 있습니다. 약 60분입니다.',
    'zh-hans': '在调暗灯光的实验室里播下发光的种子，看它发芽。花盆可带回家。约60分钟。',
    'zh-hant': '在調暗燈光的實驗室裡播下發光的種子，看它發芽。花盆可帶回家。約60分鐘。',
    th: 'ในห้องทดลองที่หรี่ไฟ คุณจะหว่านเมล็ดแห่งแสงและเฝ้าดูต้นอ่อนผลิออก นำกระถางกลับบ้านได้ ใช้เวลาประมาณ 60 นาที',
  },
  caution: {
    ja: '小学生以下の方はご参加いただけません。',
    en: 'Not for children of primary-school age or younger.',
    kr: '초등학생 이하는 참가하실 수 없습니다.',
    'zh-hans': '小学生及以下儿童不能参加。',
    'zh-hant': '國小學童及幼兒不能參加。',
    th: 'ไม่รับเด็กประถมศึกษาและเล็กกว่า',
  },
  namingRight: null,
  ticketTypes: eveningTicketTypesOf(NIGHT_PRICES),
  extras: [],
  spansOf: entryWindows({ first: at(18), last: at(20), window: 60 }),
  capacity: 16,
}

/** Products of the site `lab-exhibition`, in display order. */
export const LAB_EXHIBITION_PRODUCTS: readonly DemoProduct[] = [specimenRoom, nightLab]
