import type { Choice, Site } from './site.ts'

/** Questions that many venues ask their visitors. */
export const HOW_VISITORS_HEARD: NonNullable<Site['signIn']['question1']> = {
  question: {
    ja: '何でこの場所をお知りになりましたか',
    en: 'How did you hear about us?',
    kr: '저희를 어떻게 알게 되셨습니까?',
    'zh-hans': '您是如何得知我们的？',
    'zh-hant': '您是如何得知我們的？',
    th: 'คุณรู้จักเราได้อย่างไร',
  },
  answers: [
    {
      value: 'friend',
      label: {
        ja: '家族・友人から',
        en: 'From family or friends',
        kr: '가족·지인에게서',
        'zh-hans': '家人或朋友',
        'zh-hant': '家人或朋友',
        th: 'จากครอบครัวหรือเพื่อน',
      },
    },
    {
      value: 'social',
      label: {
        ja: 'SNSで',
        en: 'On social media',
        kr: 'SNS에서',
        'zh-hans': '社交媒体',
        'zh-hant': '社群媒體',
        th: 'จากโซเชียลมีเดีย',
      },
    },
    {
      value: 'poster',
      label: {
        ja: 'ポスターやちらしで',
        en: 'From a poster or a leaflet',
        kr: '포스터·전단에서',
        'zh-hans': '海报或传单',
        'zh-hant': '海報或傳單',
        th: 'จากโปสเตอร์หรือใบปลิว',
      },
    },
    {
      value: 'news',
      label: {
        ja: '新聞・テレビ・雑誌で',
        en: 'In the news or a magazine',
        kr: '신문·TV·잡지에서',
        'zh-hans': '报纸、电视或杂志',
        'zh-hant': '報紙、電視或雜誌',
        th: 'จากข่าวหรือนิตยสาร',
      },
    },
    {
      value: 'other',
      label: {
        ja: 'そのほか',
        en: 'Another way',
        kr: '기타',
        'zh-hans': '其他',
        'zh-hant': '其他',
        th: 'อื่น ๆ',
      },
    },
  ],
}

/** The last entry of a regional list. */
export const OVERSEAS: Choice = {
  value: 'overseas',
  label: {
    ja: '海外',
    en: 'Outside Japan',
    kr: '해외',
    'zh-hans': '日本以外',
    'zh-hant': '日本以外',
    th: 'ต่างประเทศ',
  },
}
