import { words } from '../words'

/** The words of the rules that stay, which come with their screen. */
export const RULE_WORDS = words({
  lead: {
    ja: '営業日・時間枠・料金を、曜日と時刻のルールで18か月先まで作り、その先も毎月作り足します。手で変更した枠と販売済みの枠は、ルールを変えても残ります。',
    en: 'Rules make days, times and prices up to 18 months ahead, and go on from there each month. A time that somebody edited, and what is sold, stays when a rule changes.',
  },
  none: { ja: 'ルールはまだありません。', en: 'There is no rule yet.' },
  make: { ja: 'ルールを作る', en: 'Make a rule' },
  change: { ja: '変更する', en: 'Change' },
  end: { ja: '終了する', en: 'End' },
  over: { ja: '終了', en: 'Over' },
  product: { ja: '商品', en: 'Product' },
  name: { ja: 'ルールの名前', en: 'Name of the rule' },
  nameHint: {
    ja: '同じ時刻を作るルールが2つあるときは、名前の並び順で後のものを使います（例：「1 平日」「2 土日」「3 連休」）。',
    en: 'Of two rules that make the same time, the one whose name comes later counts: “1 weekdays”, “2 weekends”, “3 golden week”.',
  },
  from: { ja: '最初の日', en: 'First day' },
  until: { ja: '最後の日', en: 'Last day' },
  untilHint: { ja: '3年先まで', en: 'Three years at most' },
  days: { ja: '曜日', en: 'Weekdays' },
  holidays: { ja: '祝日', en: 'Public holidays' },
  also: { ja: '曜日のとおり', en: 'as their weekday' },
  except: { ja: '祝日を除く', en: 'not on holidays' },
  only: { ja: '祝日のみ', en: 'on holidays alone' },
  excepted: { ja: '除く日', en: 'Days that it leaves out' },
  exceptedHint: {
    ja: '例：2026-12-31 2027-01-04~2027-01-08',
    en: 'For example 2026-12-31 2027-01-04~2027-01-08',
  },
  first: { ja: '最初の開始時刻', en: 'First start' },
  last: { ja: '最後の開始時刻', en: 'Last start' },
  every: { ja: '間隔（分）', en: 'Minutes from one start to the next' },
  length: { ja: '長さ（分）', en: 'Minutes that it lasts' },
  validDays: { ja: '有効日数', en: 'Days that it is valid' },
  capacity: { ja: '定員', en: 'Capacity' },
  price: { ja: '料金（円）', en: 'Price in yen' },
  priceHint: {
    ja: '空欄なら、その日の料金は変わりません。新しい日は商品の料金になります。',
    en: 'With nothing here the price of a day stays; a new day costs what the product does.',
  },
  when: { ja: '期間', en: 'Days' },
  times: { ja: '時刻', en: 'Times' },
  minutes: { ja: '分', en: 'min' },
  asProduct: { ja: '商品の料金', en: 'As the product' },
  willEnd: {
    ja: '最後の日より後の枠を取り除きます。手で変更した枠、販売済みの枠、停止中の枠は残ります。',
    en: 'Times after the last day go. What somebody edited, what is sold and what is stopped stays.',
  },
  done: { ja: '取り込みました。カレンダーに反映されています。', en: 'Done. The calendar has it.' },
  back: { ja: '入力に戻る', en: 'Back to the rule' },
})

export const DAY_WORDS = words({
  mon: { ja: '月', en: 'Mon' },
  tue: { ja: '火', en: 'Tue' },
  wed: { ja: '水', en: 'Wed' },
  thu: { ja: '木', en: 'Thu' },
  fri: { ja: '金', en: 'Fri' },
  sat: { ja: '土', en: 'Sat' },
  sun: { ja: '日', en: 'Sun' },
})

export const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
