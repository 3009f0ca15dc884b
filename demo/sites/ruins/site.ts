import { defineSite } from '@kippu/sites/define-site'

const name = {
  ja: '月影遺構',
  en: 'Tsukikage Ruins',
  kr: '쓰키카게 유적',
  'zh-hans': '月影遗迹',
  'zh-hant': '月影遺跡',
  th: 'โบราณสถานสึกิคาเงะ',
} as const

/** Arches of a city that nobody remembers, lit by the moon. */
export const ruins = defineSite({
  key: 'ruins',
  title: { ja: 'チケット | 月影遺構', default: 'Tickets | Tsukikage Ruins' },
  name,
  tagline: {
    ja: '月が照らす、名もない都の跡。',
    en: 'A city without a name, lit by the moon.',
    kr: '달빛이 비추는 이름 없는 도성의 터.',
    'zh-hans': '月光之下，无名之都的遗迹。',
    'zh-hant': '月光之下，無名之都的遺跡。',
    th: 'ร่องรอยเมืองไร้นามใต้แสงจันทร์',
  },
  look: { opening: 'night', products: 'posters', scheme: 'dark' },
  address: {
    ja: '奈良県 月影村 石橋27',
    en: '27 Ishibashi, Tsukikage-mura, Nara, Japan',
    kr: '일본 나라현 쓰키카게무라 이시바시 27',
    'zh-hans': '日本奈良县月影村石桥27',
    'zh-hant': '日本奈良縣月影村石橋27',
    th: '27 อิชิบาชิ หมู่บ้านสึกิคาเงะ จังหวัดนาระ ประเทศญี่ปุ่น',
  },
  orderLayout: 'date_first',
  signIn: { residentArea: 'prefectures_and_countries', teamlabMailMagazine: true },
  paymentMethods: { web: ['gmo_3ds', 'gmo_paypay'] },
  logo: { header: { width: 213, height: 30 }, print: { width: 248, height: 104 } },
  mail: { senderName: name, contact: 'tickets@tsukikage.example' },
  issuer: {
    name: '公益財団法人 月影遺構保存会',
    address: '奈良県月影村石橋27',
    registrationNumber: 'T0000000000004',
  },
  legal: {
    seller: {
      ja: '公益財団法人 月影遺構保存会',
      en: 'Tsukikage Ruins Trust',
      kr: '공익재단법인 쓰키카게 유적 보존회',
      'zh-hans': '公益财团法人月影遗迹保护会',
      'zh-hant': '公益財團法人月影遺跡保護會',
      th: 'มูลนิธิอนุรักษ์โบราณสถานสึกิคาเงะ',
    },
    representative: {
      ja: '理事長 石橋 望',
      en: 'Nozomi Ishibashi, Chair',
      kr: '이사장 이시바시 노조미',
      'zh-hans': '理事长 石桥望',
      'zh-hant': '理事長 石橋望',
      th: 'โนโซมิ อิชิบาชิ ประธานกรรมการ',
    },
    phone: '0744-00-0004',
    visitConditions: {
      ja: 'チケットに記された日時に限り、1枚につきお一人がご入場いただけます。足もとは石畳と土の道です。歩きやすい靴でお越しください。小学生以下のお子さまは、18歳以上の方とご一緒にお越しください。雷雨のときは閉場し、全額を払い戻します。',
      en: 'A ticket admits one person, on the day and time printed on it. The paths are of stone and earth: please wear good shoes. Children of primary-school age or younger must come with someone aged 18 or over. We close in thunderstorms and refund the whole amount.',
      kr: '티켓에 기재된 일시에 한해 1장당 한 분이 입장하실 수 있습니다. 길은 돌길과 흙길이니 걷기 편한 신발을 신고 와 주세요. 초등학생 이하 어린이는 18세 이상 보호자와 함께 와 주세요. 뇌우 시에는 폐장하며 전액 환불해 드립니다.',
      'zh-hans':
        '每张门票限一人于票面所示日期和时段入场。园内为石板路和土路，请穿便于行走的鞋。小学生及以下儿童须由18岁及以上的成人陪同。雷雨时将关闭并全额退款。',
      'zh-hant':
        '每張門票限一人於票面所示日期和時段入場。園內為石板路和土路，請穿便於行走的鞋。國小學童及幼兒須由18歲及以上的成人陪同。雷雨時將關閉並全額退款。',
      th: 'ตั๋ว 1 ใบสำหรับ 1 ท่าน ในวันและเวลาที่ระบุบนตั๋ว ทางเดินเป็นหินและดิน โปรดสวมรองเท้าที่เดินสบาย เด็กประถมศึกษาและเล็กกว่าต้องมาพร้อมผู้ที่มีอายุ 18 ปีขึ้นไป หากมีพายุฝนฟ้าคะนองเราจะปิดทำการและคืนเงินเต็มจำนวน',
    },
  },
})
