import type { IsoDate } from '@kippu/domain/jst-date'
import type { Localized } from '@kippu/sites/site'

const BLOSSOM = '#d9738f'
const LEAF = '#3f9160'
const SUN = '#d98a1f'
const BERRY = '#c2413a'
const NIGHT = '#5a5fc0'

/** The meaning of the colours; the calendar's legend reads them. */
export const FESTIVE_COLORS: ReadonlyMap<string, Localized> = new Map([
  [
    BLOSSOM,
    {
      ja: '花と贈りものの日',
      en: 'Flowers and gifts',
      kr: '꽃과 선물의 날',
      'zh-hans': '花与礼物之日',
      'zh-hant': '花與禮物之日',
      th: 'วันแห่งดอกไม้และของขวัญ',
    },
  ],
  [
    LEAF,
    {
      ja: '冬至・大型連休',
      en: 'Winter solstice, May holidays',
      kr: '동지·5월 연휴',
      'zh-hans': '冬至、五月长假',
      'zh-hant': '冬至、五月連假',
      th: 'วันเหมายัน วันหยุดเดือนพฤษภาคม',
    },
  ],
  [
    SUN,
    {
      ja: '祝日・季節の行事',
      en: 'Public holidays, events of the season',
      kr: '공휴일·계절 행사',
      'zh-hans': '节假日、季节活动',
      'zh-hant': '國定假日、季節活動',
      th: 'วันหยุดราชการและเทศกาลตามฤดูกาล',
    },
  ],
  [
    BERRY,
    {
      ja: 'クリスマス・お正月',
      en: 'Christmas and New Year',
      kr: '크리스마스·설날',
      'zh-hans': '圣诞与新年',
      'zh-hant': '聖誕與新年',
      th: 'คริสต์มาสและปีใหม่',
    },
  ],
  [
    NIGHT,
    {
      ja: '夜の催し',
      en: 'Evening events',
      kr: '밤 행사',
      'zh-hans': '夜间活动',
      'zh-hant': '夜間活動',
      th: 'กิจกรรมยามค่ำ',
    },
  ],
])

/** Days of the year that the calendar highlights, `MM-dd`. */
const FESTIVE_DAYS: ReadonlyMap<string, string> = new Map([
  ['01-01', BERRY],
  ['01-02', BERRY],
  ['01-03', BERRY],
  ['02-03', SUN],
  ['02-14', BLOSSOM],
  ['03-03', BLOSSOM],
  ['03-20', BLOSSOM],
  ['04-04', BLOSSOM],
  ['04-29', LEAF],
  ['05-03', LEAF],
  ['05-04', LEAF],
  ['05-05', LEAF],
  ['07-07', NIGHT],
  ['08-11', SUN],
  ['08-13', SUN],
  ['08-14', SUN],
  ['08-15', SUN],
  ['09-25', NIGHT],
  ['10-31', SUN],
  ['11-03', SUN],
  ['11-23', SUN],
  ['12-23', LEAF],
  ['12-24', BERRY],
  ['12-25', BERRY],
  ['12-31', NIGHT],
])

/** Colour of a festive day as `#rrggbb`, undefined on any other day. */
export function festiveColorOf(date: IsoDate): string | undefined {
  return FESTIVE_DAYS.get(date.slice(5))
}
