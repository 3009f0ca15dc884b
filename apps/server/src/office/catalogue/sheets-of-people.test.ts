import { zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'

import { PRODUCT, readSheet as read } from '../../../test/read-sheet.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const bytesOf = (...parts: ReadonlyArray<string | number | Uint8Array>): Uint8Array =>
  Buffer.concat(parts.map(part => (typeof part === 'number' ? Uint8Array.of(part) : Buffer.from(part))))

/** A form: what it imitates, the file's name, its bytes, and what is read or said of it. */
type Form = readonly [what: string, file: string, bytes: Uint8Array, outcome: string | RegExp]

const COUPON = 'code,kind,discount,amount,name_ja,name_en\n'
const TAKEN = (ja: string): string =>
  `code WINTER, kind flat_rate, discount fixed, amount 300, name_ja ${ja}, name_en Winter`
const coupon = (ja: string): string => `${COUPON}WINTER,flat_rate,fixed,300,${ja},Winter\n`
const inEncoding = (text: string, encoding: string): Uint8Array => iconv.encode(text, encoding)

/** `ESC $ B`, two bytes of seven bits each, `ESC ( B`: as mails have them. */
const iso2022 = (text: string): Uint8Array =>
  bytesOf(
    ...text.split(/(\P{ASCII}+)/u).map(part => {
      if (!/\P{ASCII}/u.test(part)) return part
      const euc = iconv.encode(part, 'euc-jp').map(byte => byte & 0x7f)
      return bytesOf('\u{1b}$B', euc, '\u{1b}(B')
    }),
  )

const FOREIGN = /^2 : (?:neither UTF-8 nor Shift_JIS|ここからは UTF-8 でも Shift_JIS でも)/u
const DAMAGED = /^2 : damaged UTF-8/u

/** Words of venues in each language, and the encodings in which its programs write them. */
const ENCODED: ReadonlyArray<readonly [encoding: string, words: readonly string[]]> = [
  ['euc-jp', ['冬の割引', '冬季割引クーポン', 'ｳｲﾝﾀｰ', 'チケット', '雪']],
  ['gbk', ['冬季优惠', '灯光散步', '夜间漫步门票', '优惠', '燈光散步優惠']],
  ['gb18030', ['冬季优惠', '㐀冬季优惠']],
  ['big5', ['冬季優惠', '燈光散步', '夜間票', '優惠券']],
  ['euc-kr', ['겨울 할인', '빛의 산책', '야간 입장권', '할인', '똠방각하 할인']],
  ['windows-874', ['ส่วนลดฤดูหนาว', 'เดินชมไฟ', 'บัตรเข้าชม']],
  ['windows-1252', ['Cafés d’hiver', 'Été', 'Größe', 'It’s winter', 'naïve', 'Ermäßigung für Kinder']],
  ['windows-1251', ['Зимняя скидка', 'Скидка']],
  ['macroman', ['Cafés d’hiver', 'Größe']],
  ['koi8-r', ['Зимняя скидка']],
  ['cp437', ['Cafés', 'München am Abend']],
]

const ENCODINGS: readonly Form[] = [
  ...ENCODED.flatMap(([encoding, words]) =>
    words.map((word): Form => {
      const bytes = inEncoding(coupon(word), encoding)
      return [`${encoding}, ${word}`, 'coupons.csv', bytes, FOREIGN]
    }),
  ),
  ...[
    '冬の割引',
    '①㈱髙﨑～－',
    '齋藤邊の割引',
    'ｳｲﾝﾀｰ割引',
    'A館・B棟',
    'SNS割 50円',
    '枠と話',
    '表能ソ十',
  ].map((word): Form => [
    `Excel, CSV of Windows in Japan, ${word}`,
    'coupons.csv',
    inEncoding(coupon(word), 'cp932'),
    // The platform's letters of Windows: its dashes are other ones than those of JIS.
    TAKEN(word),
  ]),
  ...(['utf-16le', 'utf-16be'] as const).flatMap((encoding): Form[] => [
    [
      `Excel, “Unicode text”, ${encoding}`,
      'coupons.txt',
      iconv.encode(coupon('冬季优惠 겨울 ฤดู').replaceAll(',', '\t'), encoding, { addBOM: true }),
      TAKEN('冬季优惠 겨울 ฤดู'),
    ],
    [
      `${encoding} without its mark`,
      'coupons.csv',
      inEncoding(coupon('冬'), encoding),
      /^1 : this is not a text file/u,
    ],
    [
      `${encoding}, cut within a letter`,
      'coupons.csv',
      iconv.encode(coupon('冬'), encoding, { addBOM: true }).subarray(0, -1),
      /^2 : damaged UTF-16/u,
    ],
  ]),
  ['Google Sheets, CSV', 'coupons.csv', utf8(coupon('冬の割引')), TAKEN('冬の割引')],
  ['Excel, CSV UTF-8', 'coupons.csv', utf8(`\u{feff}${coupon('冬の割引')}`), TAKEN('冬の割引')],
  [
    'UTF-8, a copy that broke off',
    'coupons.csv',
    utf8(`${COUPON}A,flat_rate,fixed,1,冬の割引`).subarray(0, -1),
    DAMAGED,
  ],
  [
    'UTF-8, one letter and broken off',
    'coupons.csv',
    utf8(`${COUPON}A,flat_rate,fixed,1,冬`).subarray(0, -1),
    DAMAGED,
  ],
  [
    'UTF-8 with its mark, a bad byte',
    'coupons.csv',
    bytesOf(0xef, 0xbb, 0xbf, COUPON, 'A,', 0x8a, 0x84),
    DAMAGED,
  ],
  [
    'UTF-8, a byte is lost',
    'coupons.csv',
    bytesOf(COUPON, 'A,flat_rate,fixed,1,', utf8('冬の割引').subarray(1)),
    DAMAGED,
  ],
  ['UTF-8 that another program has damaged', 'coupons.csv', utf8(coupon('冬\u{fffd}割引')), DAMAGED],
  [
    'a report in UTF-8 behind one in Shift_JIS',
    'coupons.csv',
    bytesOf(
      inEncoding(coupon('冬の割引の案内'), 'cp932'),
      inEncoding('C,flat_rate,fixed,1,夏と秋の割引,\n'.repeat(9), 'cp932'),
      utf8('B,flat_rate,fixed,1,雪の割引,\n'),
    ),
    /^12 : Shift_JIS の中に UTF-8 の行があります|^12 : a line in UTF-8/u,
  ],
  ['a mail, ISO-2022-JP', 'coupons.csv', iso2022(coupon('冬の割引')), FOREIGN],
  ['a mail, ISO-2022-JP, Japanese headings', 'クーポン.csv', iso2022('コード,種類\nA,定額\n'), /^1 : /u],
  [
    'a character of control',
    'coupons.csv',
    utf8(coupon('冬\u{1}')),
    /^2 : a character that no text has \(U\+0001\)/u,
  ],
  [
    'letters that were read twice',
    'coupons.csv',
    utf8(coupon('å\u{86}¬')),
    /^2 : a character that no text has/u,
  ],
  [
    'Excel, CSV of Windows, Korean words',
    'coupons.csv',
    utf8(coupon('?? ??')),
    /^2 name_ja: letters were lost when it was saved/u,
  ],
  [
    'damaged UTF-8 of Japanese headings',
    '商品.csv',
    utf8('商品,予約,価格\nwalk,日時,冬').subarray(0, -1),
    /^2 : ここから UTF-8 が壊れています/u,
  ],
]

const SPAN = 'product,date,start,end,capacity\n'
const spanOf = (cells: string): Uint8Array => utf8(`${SPAN}${cells}\n`)
const SPANS_TAKEN = `product ${PRODUCT}, date 2026-12-01, start 2026-12-01 10:00, end 2026-12-01 11:00, capacity 20`
const day = (written: string): Form => [
  `a day, ${written}`,
  'spans.csv',
  spanOf(`walk,"${written}",10:00,11:00,20`),
  SPANS_TAKEN,
]
const noDay = (written: string): Form => [
  `not a day, ${written}`,
  'spans.csv',
  spanOf(`walk,"${written}",10:00,11:00,20`),
  /^2 date: /u,
]
const capacity = (written: string, outcome: string | RegExp = SPANS_TAKEN): Form => [
  `a number, ${written}`,
  'spans.csv',
  spanOf(`walk,2026-12-01,10:00,11:00,"${written}"`),
  outcome,
]
const NO_NUMBER = /^2 capacity: /u
const start = (written: string, outcome: string | RegExp = SPANS_TAKEN): Form => [
  `a time, ${written}`,
  'spans.csv',
  spanOf(`walk,2026-12-01,"${written}",11:00,20`),
  outcome,
]
const NO_TIME = /^2 start: “/u
const total = (word: string): Form => [
  `a total, ${word}`,
  'spans.csv',
  spanOf(`walk,2026-12-01,10:00,11:00,20\n${word},,,,20`),
  /^3 : this row is a total: delete it$/u,
]

const KEYS = [
  '1.23457E+11',
  '1E+05',
  '1.2e+15',
  '2.5E-03',
  '#N/A',
  '#REF!',
  '#NAME?',
  '#DIV/0!',
  '#WERT!',
  '########',
  'Err:502',
  '12345678901234500000',
  '3月1日',
  '1-Mar',
  'Mar-26',
  '2026/3/1',
]
const keyIn = (file: string, head: string, row: (key: string) => string, column: string) =>
  KEYS.map((key): Form => [
    `${file}, ${key}`,
    file,
    utf8(`${head}\n${row(key)}\n`),
    new RegExp(`^2 ${column}: `, 'u'),
  ])

const NUMBERS: readonly Form[] = [
  ...[
    '2026-12-01',
    '2026/12/1',
    '2026.12.1',
    '2026年12月1日',
    '2026年12月1日(火)',
    '2026/12/01（火）',
    '2026年12月1日（火・祝）',
    '2026年12月1日 火曜日',
    '2026-12-01 Tue',
    '2026/12/1 (Tuesday)',
    '2026/12/1 0:00',
    '2026/12/01 0:00:00',
    '2026-12-01T00:00:00',
    '2026-12-01T00:00:00.000',
    '令和8年12月1日',
    'R8.12.1',
    '20261201',
    '２０２６／１２／１',
    '46357',
    '46357.0',
    '\u{a0}2026-12-01\u{3000}',
  ].map(day),
  ...[
    '12月1日',
    '2026年12月1日(水)',
    '2026-12-01 Mon',
    '12/1/2026',
    '01.12.2026',
    '2569-12-01',
    '2026-02-30',
    '2026-12-01 10:00',
    '20261301',
    '4.6357E+04',
    '#VALUE!',
    '1月-26',
  ].map(noDay),
  ...['20', '２０', ' 20 ', '20\u{a0}', '20.0', '20.00', '020', '20円', '¥20', '￥ 20'].map(written =>
    capacity(written),
  ),
  ...[
    '10:00 AM',
    '10:00AM',
    '10:00 a.m.',
    '10 AM',
    '午前10:00',
    '午前10時00分',
    'AM 10:00',
    '2026-12-01 10:00:00 AM',
  ].map(written => start(written)),
  start('12:30 AM', SPANS_TAKEN.replace('start 2026-12-01 10:00', 'start 2026-12-01 00:30')),
  start('午後0:30', SPANS_TAKEN.replace('start 2026-12-01 10:00', 'start 2026-12-01 12:30')),
  start('9:30 PM', SPANS_TAKEN.replace('start 2026-12-01 10:00', 'start 2026-12-01 21:30')),
  ...['13:00 PM', '午前10:00 PM', '2026-12-01 PM', 'PM'].map(written => start(written, NO_TIME)),
  ...['合計', '総計：', 'Total', 'Grand Total'].map(word => total(word)),
  capacity('1,200', SPANS_TAKEN.replace('20', '20').replace(/20$/u, '1200')),
  capacity('１，２００', SPANS_TAKEN.replace(/20$/u, '1200')),
  capacity('1.200', /^2 capacity: “1.200” may be 1200, or not whole/u),
  capacity('1.000', /may be 1000, or not whole/u),
  capacity('1.000.000', /may be 1000000, or not whole/u),
  ...[
    '1.200,00',
    '1,00',
    '12,34',
    ',200',
    '1 200',
    "1'200",
    '0x10',
    '0b1',
    '1e3',
    '1E+03',
    '1.5',
    '20%',
    '（20）',
    '△20',
    '-20',
    '#VALUE!',
    '#N/A',
    '####',
    '9007199254740993',
    '1_0',
    '20名',
  ].map(written => capacity(written, NO_NUMBER)),
  ...keyIn('coupons.csv', COUPON.trim(), key => `${key},flat_rate,fixed,1,冬,`, 'code'),
  ...keyIn('members.csv', 'login_id,name,email', key => `${key},山田,a@example.com`, 'login_id'),
  ...keyIn('members.csv', 'login_id,name,email,phone', key => `m1,山田,a@example.com,${key}`, 'phone'),
  ...keyIn('promotions.csv', 'key,value,discount,amount,name_ja', key => `club,${key},fixed,1,冬`, 'value'),
  ...keyIn('products.csv', 'product,booking,base_price', key => `${key},time,1`, 'product'),
  ...keyIn('options.csv', 'product,option,type,name_ja', key => `walk,${key},ticket_type,冬`, 'option'),
]

const phone = (written: string, outcome: string | RegExp): Form => [
  `a telephone number, ${written}`,
  'members.csv',
  utf8(`login_id,name,email,phone\nm1,山田,a@example.com,"${written}"\n`),
  typeof outcome === 'string' ? `login_id m1, name 山田, email a@example.com, phone ${outcome}` : outcome,
]

const PEOPLE: readonly Form[] = [
  phone('09012345678', '09012345678'),
  phone('０９０ー１２３４ー５６７８', '090-1234-5678'),
  phone("'09012345678", '09012345678'),
  phone('+81 90 1234 5678', '090-1234-5678'),
  phone('+65 9123 4567', '65-9123-4567'),
  phone('9012345678', /^2 phone: “9012345678” begins without 0/u),
  phone('312345678', /begins without 0/u),
  phone('8.19012E+11', /made a rounded number of it/u),
  phone('none', /is not a telephone number/u),
  [
    'a login with blanks around it',
    'members.csv',
    utf8('login_id,name,email\n\u{a0}m1\u{200b} ,山田,a@example.com\n'),
    'login_id m1, name 山田, email a@example.com',
  ],
  [
    'a code that the store has with zeros',
    'products.csv',
    utf8('product,booking,base_price\n42,time,1\n'),
    /^2 product: the store has 0042/u,
  ],
  [
    'an end before its beginning, by a day',
    'coupons.csv',
    utf8(`${COUPON.trim()},starts_on\nA,flat_rate,fixed,1,冬,,2027-03-31\n`),
    'code A, kind flat_rate, discount fixed, amount 1, starts_on 2027-03-31, name_ja 冬',
  ],
  [
    'ten percent as a percentage',
    'coupons.csv',
    utf8(`${COUPON}A,fixed_rate,percent,10%,冬,\n`),
    'code A, kind fixed_rate, discount percent, amount 10, name_ja 冬',
  ],
  ['ten percent of yen', 'coupons.csv', utf8(`${COUPON}A,flat_rate,fixed,10%,冬,\n`), /^2 amount: /u],
]

const LAYOUTS: readonly Form[] = [
  [
    'Excel in Germany, semicolons',
    'spans.csv',
    utf8(`${SPAN}walk,2026-12-01,10:00,11:00,20\n`.replaceAll(',', ';')),
    SPANS_TAKEN,
  ],
  [
    'semicolons, and commas in cells',
    'spans.csv',
    utf8(`${SPAN.replaceAll(',', ';')}walk;2026-12-01;10:00;11:00;"1,200"\n`),
    SPANS_TAKEN.replace(/20$/u, '1200'),
  ],
  [
    'Excel, sep=',
    'spans.csv',
    utf8(`sep=;\r\n${SPAN.replaceAll(',', ';')}walk;2026-12-01;10:00;11:00;20\r\n`),
    SPANS_TAKEN,
  ],
  ['tabs', 'spans.tsv', utf8(`${SPAN}walk,2026-12-01,10:00,11:00,20\n`.replaceAll(',', '\t')), SPANS_TAKEN],
  ['bars', 'spans.txt', utf8(`${SPAN}walk,2026-12-01,10:00,11:00,20\n`.replaceAll(',', '|')), SPANS_TAKEN],
  [
    'Mac of old, returns alone',
    'spans.csv',
    utf8(`${SPAN}walk,2026-12-01,10:00,11:00,20\n`.replaceAll('\n', '\r')),
    SPANS_TAKEN,
  ],
  [
    'a title above the headings',
    'spans.csv',
    utf8(`12月の時間枠,,,,\n,,,,\n作成日,2026/11/1,,,\n${SPAN}walk,2026-12-01,10:00,11:00,20\n`),
    SPANS_TAKEN,
  ],
  [
    'a title that is the name of a column',
    '時間枠.csv',
    utf8('商品\n商品,日付,開始,終了,定員\nwalk,2026-12-01,10:00,11:00,20\n'),
    SPANS_TAKEN,
  ],
  [
    'a title with commas above semicolons',
    'spans.csv',
    utf8(`Dezember, Januar\n${SPAN.replaceAll(',', ';')}walk;2026-12-01;10:00;11:00;20\n`),
    SPANS_TAKEN,
  ],
  [
    'headings of two lines',
    '時間枠.csv',
    utf8('"商\n品",日付,"開始\n時刻",終了,定員\nwalk,2026-12-01,10:00,11:00,20\n'),
    SPANS_TAKEN,
  ],
  [
    'full-width headings',
    'spans.csv',
    utf8('ｐｒｏｄｕｃｔ,ＤＡＴＥ,start ,end,capacity\nwalk,2026-12-01,10:00,11:00,20\n'),
    SPANS_TAKEN,
  ],
  [
    'a fault behind a title keeps its line',
    'spans.csv',
    utf8(`Spans\n\n${SPAN}walk,2026-12-01,10:00,11:00,many\n`),
    /^4 capacity: /u,
  ],
  [
    'a fault in Japanese',
    '時間枠.csv',
    utf8('商品,日付,開始,終了,定員\nwalk,12月1日,10:00,11:00,many\n'),
    /^2 日付: 「12月1日」は日付（2026-12-24）ではありません\n[^]*2 定員: 「many」は整数ではありません$/u,
  ],
  [
    'a fault in Japanese, of a heading',
    '時間枠.csv',
    utf8('商品,日付,開始,天気\nwalk,2026-12-01,10:00,晴\n'),
    /「天気」という列はありません/u,
  ],
  [
    'a row that is torn, in Japanese',
    '時間枠.csv',
    utf8('商品,日付\n"walk,2026-12-01\n'),
    /引用符が閉じていません/u,
  ],
  [
    'no headings at all',
    'spans.csv',
    utf8('walk,2026-12-01,10:00,11:00,20\nwalk,2026-12-02,10:00,11:00,20\n'),
    /is none of the columns/u,
  ],
  ['a workbook named .csv', 'spans.csv', zipSync({ a: utf8('x') }), /^ : this is a workbook: name it .xlsx/u],
  ['a text named .xlsx', 'spans.xlsx', utf8(SPAN), /^ : this is not a workbook, but a text/u],
  [
    'a page of a system named .xls',
    'spans.xls',
    utf8('<html><table><tr><td>product</td></tr></table>'),
    /^ : this is a web page/u,
  ],
  [
    'Excel 2003, XML',
    'spans.xls',
    utf8('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>'),
    /^ : this is an old workbook/u,
  ],
  [
    'Excel 97',
    'spans.xls',
    bytesOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'), new Uint8Array(600), Buffer.from('Workbook', 'utf16le')),
    /^ : this is an old workbook/u,
  ],
  [
    'Excel 97 named .xlsx',
    'spans.xlsx',
    bytesOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'), new Uint8Array(600)),
    /^ : this is an old workbook/u,
  ],
  ['Excel 4', 'spans.xls', Buffer.from('0904060000001000', 'hex'), /^ : this is an old workbook/u],
  [
    'Excel, a password',
    'spans.xlsx',
    bytesOf(
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      new Uint8Array(900),
      Buffer.from('EncryptedPackage', 'utf16le'),
      new Uint8Array(90),
    ),
    /^ : this workbook is protected by a password/u,
  ],
  [
    'LibreOffice, .ods',
    'spans.ods',
    zipSync({
      mimetype: [utf8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
      'content.xml': utf8('<x/>'),
    }),
    /OpenDocument/u,
  ],
  ['Excel, .xlsb', 'spans.xlsx', zipSync({ 'xl/workbook.bin': utf8('x') }), /\.xlsb/u],
  ['Numbers', 'spans.numbers', zipSync({ 'Index/Document.iwa': utf8('x') }), /Numbers/u],
  ['another ending', 'spans.pdf', utf8('%PDF-1.7'), /name a file of/u],
]

/** A cell of a workbook in XML, without its place. */
const text = (word: string): string => `t="inlineStr"><is><t>${word}</t></is>`
const number = (value: number | string, style = 0): string => `s="${style}"><v>${value}</v>`
const shared = (index: number): string => `t="s"><v>${index}</v>`

interface Written {
  readonly sheets: ReadonlyArray<
    readonly [name: string, rows: ReadonlyArray<readonly string[]>, state?: string]
  >
  readonly formats?: readonly string[]
  readonly builtIn?: readonly number[]
  readonly strings?: readonly string[]
  readonly is1904?: boolean
  readonly prefix?: string
  /** Ranges of the first sheet whose cells are merged. */
  readonly merged?: readonly string[]
}

/** A workbook of these sheets: cells from A1, formats from the second one on. */
function workbook({
  sheets,
  formats = [],
  builtIn = [],
  strings,
  is1904 = false,
  prefix = '',
  merged = [],
}: Written): Uint8Array {
  const tag = prefix === '' ? '' : `${prefix}:`
  const rows = (all: Written['sheets'][number][1]): string =>
    all
      .map((cells, line) => {
        const filled = cells.map((cell, index) =>
          cell === ''
            ? ''
            : `<${tag}c r="${String.fromCodePoint(65 + index)}${line + 1}" ${cell.replaceAll(/<(\/?)(?=[vit])/gu, `<$1${tag}`)}</${tag}c>`,
        )
        return `<${tag}row r="${line + 1}">${filled.join('')}</${tag}row>`
      })
      .join('')
  const merges = `<mergeCells>${merged.map(range => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`
  const listed = sheets
    .map(
      ([name, , state], at) =>
        `<${tag}sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="r${at}"/>`,
    )
    .join('')
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const xfs = [0, ...formats.map((_, at) => 164 + at), ...builtIn].map(id => `<xf numFmtId="${id}"/>`)
  const parts = {
    'xl/workbook.xml': `<${tag}workbook xmlns:r="r"><${tag}workbookPr${is1904 ? ' date1904="1"' : ''}/><${tag}sheets>${listed}</${tag}sheets></${tag}workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
    ...(strings !== undefined && {
      'xl/sharedStrings.xml': `<sst>${strings.map(word => `<si>${word}</si>`).join('')}</sst>`,
    }),
    ...Object.fromEntries(
      sheets.map(([, all], at) => [
        `xl/worksheets/s${at}.xml`,
        `<${tag}worksheet><${tag}sheetData>${rows(all)}</${tag}sheetData>${at === 0 ? merges : ''}</${tag}worksheet>`,
      ]),
    ),
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, utf8(xml)])))
}

const HEAD = ['product', 'date', 'start', 'end', 'capacity'].map(text)
const SPAN_CELLS = ['2026-12-01', '10:00', '11:00', '20'].map(text)
/** One time span, of which a cell is as it is given. */
const spanBook = (
  cells: Readonly<Record<number, string>>,
  more: Omit<Written, 'sheets'> = {},
): Uint8Array => {
  const row = ['walk', '2026-12-01', '10:00', '11:00', '20'].map((word, index) => cells[index] ?? text(word))
  return workbook({ sheets: [['spans', [HEAD, row]]], ...more })
}
const dayBook = (format: string, value: number, outcome: string | RegExp = SPANS_TAKEN): Form => [
  `a day in a format, ${format}`,
  'spans.xlsx',
  spanBook({ 1: number(value, 1) }, { formats: [format] }),
  outcome,
]
const codeBook = (cell: string, outcome: string | RegExp, more: Omit<Written, 'sheets'> = {}): Form => [
  `a key, ${cell} ${JSON.stringify(more)}`,
  'members.xlsx',
  workbook({
    sheets: [
      ['members', [['login_id', 'name', 'email'].map(text), [cell, text('山田'), text('a@example.com')]]],
    ],
    ...more,
  }),
  typeof outcome === 'string' ? `login_id ${outcome}, name 山田, email a@example.com` : outcome,
]

const WORKBOOKS: readonly Form[] = [
  ['inline texts', 'spans.xlsx', spanBook({}), SPANS_TAKEN],
  ['Excel, numbers', 'spans.xlsx', spanBook({ 1: number(46_357), 4: number(20) }), SPANS_TAKEN],
  ['a sum that is not quite whole', 'spans.xlsx', spanBook({ 4: number('19.999999999999996') }), SPANS_TAKEN],
  [
    'a time as a part of a day',
    'spans.xlsx',
    spanBook({ 2: number('0.41666666666666669', 1) }, { formats: ['h:mm'] }),
    SPANS_TAKEN,
  ],
  [
    'a time that carries its day',
    'spans.xlsx',
    spanBook({ 2: number('46357.416666666664', 1) }, { formats: ['h:mm'] }),
    SPANS_TAKEN,
  ],
  [
    'a time on the next day',
    'spans.xlsx',
    spanBook({ 3: number('1.0416666666666667', 1) }, { formats: ['[h]:mm'] }),
    SPANS_TAKEN.replace('end 2026-12-01 11:00', 'end 2026-12-02 01:00'),
  ],
  [
    'a moment',
    'spans.xlsx',
    spanBook({ 2: number('46357.416666666664', 1) }, { formats: ['yyyy/m/d h:mm'] }),
    SPANS_TAKEN,
  ],
  ...[
    'yyyy/m/d',
    'yyyy"年"m"月"d"日"',
    '[$-411]ggge"年"m"月"d"日"',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    'm/d',
    'yyyy\\-mm\\-dd;@',
    'd.m.yy',
    'yyyy/m/d h:mm',
  ].map(format => dayBook(format, 46_357)),
  dayBook('yyyy/m/d', 46_357.25),
  dayBook('General', 46_357),
  dayBook('#,##0', 46_357),
  dayBook('0.00E+00', 46_357),
  dayBook('yyyy/m/d h:mm', 46_357.25, /^2 B2 \(date\): /u),
  [
    'a day of Strict Open XML',
    'spans.xlsx',
    spanBook({ 1: 't="d"><v>2026-12-01T00:00:00</v>' }),
    SPANS_TAKEN,
  ],
  [
    'a built-in day of Japan',
    'spans.xlsx',
    spanBook({ 1: number(46_357, 1) }, { builtIn: [31] }),
    SPANS_TAKEN,
  ],
  [
    'a built-in time',
    'spans.xlsx',
    spanBook({ 2: number('0.41666666666666669', 1) }, { builtIn: [20] }),
    SPANS_TAKEN,
  ],
  [
    'Excel for Mac, days from 1904',
    'spans.xlsx',
    spanBook({ 1: number(44_895, 1) }, { formats: ['yyyy/m/d'], is1904: true }),
    SPANS_TAKEN,
  ],
  [
    'days from 1904, a moment',
    'spans.xlsx',
    spanBook({ 2: number('44895.416666666664', 1) }, { formats: ['yyyy/m/d h:mm'], is1904: true }),
    SPANS_TAKEN,
  ],
  [
    'days from 1904, a time',
    'spans.xlsx',
    spanBook({ 2: number('0.41666666666666669', 1) }, { formats: ['h:mm'], is1904: true }),
    SPANS_TAKEN,
  ],
  [
    'days from 1904, a bare number',
    'spans.xlsx',
    spanBook({ 1: number(44_895) }, { is1904: true }),
    /whose days begin in 1904/u,
  ],
  [
    'a number that became a day',
    'spans.xlsx',
    spanBook({ 4: number(46_357, 1) }, { formats: ['yyyy/m/d'] }),
    /^2 E2 \(capacity\): “2026-12-01” is not a whole number/u,
  ],
  [
    'a number as hundredths',
    'spans.xlsx',
    spanBook({ 4: number('20', 1) }, { builtIn: [9] }),
    /^2 E2 \(capacity\): “2000%” is not/u,
  ],
  [
    'an error in a number',
    'spans.xlsx',
    spanBook({ 4: 't="e"><v>#N/A</v>' }),
    /^2 E2 \(capacity\): the cell shows an error \(#N\/A\)/u,
  ],
  ['a number that is too large', 'spans.xlsx', spanBook({ 4: number('1E+21') }), /^2 E2 \(capacity\): /u],
  ['a formula', 'spans.xlsx', spanBook({ 4: '><f>1+1</f><v>2</v>' }), /^2 E2: a formula is not taken/u],
  ['a text that is a number, full width', 'spans.xlsx', spanBook({ 4: text('２０ ') }), SPANS_TAKEN],
  ['WPS, no place of cells', 'spans.xlsx', spanBook({ 0: text('\u{a0}walk ') }), SPANS_TAKEN],
  ['openpyxl, a prefix', 'spans.xlsx', spanBook({}, { prefix: 'x' }), SPANS_TAKEN],
  [
    'Excel, shared texts with readings',
    'spans.xlsx',
    workbook({
      sheets: [['spans', [HEAD, [shared(0), text('2026-12-01'), text('10:00'), text('11:00'), number(20)]]]],
      strings: ['<r><t>wa</t></r><r><t>lk</t></r><rPh sb="0" eb="1"><t>ウォーク</t></rPh>'],
    }),
    SPANS_TAKEN,
  ],
  [
    'a shared text that is missing',
    'spans.xlsx',
    spanBook({ 0: shared(7) }, { strings: [] }),
    /^2 A2: the spreadsheet is torn/u,
  ],
  [
    'an empty Sheet2 and Sheet3',
    'book.xlsx',
    workbook({
      sheets: [
        ['spans', [HEAD, ['walk', '2026-12-01', '10:00', '11:00', '20'].map(text)]],
        ['Sheet2', []],
        ['Sheet3', [[''], ['']]],
      ],
    }),
    SPANS_TAKEN,
  ],
  [
    'Google Sheets, one sheet named Sheet1',
    'spans.xlsx',
    workbook({ sheets: [['Sheet1', [HEAD, ['walk', '2026-12-01', '10:00', '11:00', '20'].map(text)]]] }),
    SPANS_TAKEN,
  ],
  [
    'Excel in Japan, シート1',
    '時間枠.xlsx',
    workbook({ sheets: [['シート1', [HEAD, ['walk', '2026-12-01', '10:00', '11:00', '20'].map(text)]]] }),
    SPANS_TAKEN,
  ],
  [
    'a second sheet with notes',
    'book.xlsx',
    workbook({
      sheets: [
        ['spans', [HEAD]],
        ['メモ', [[text('あとで直す')]]],
      ],
    }),
    /「メモ」というシートはありません/u,
  ],
  [
    'a hidden list',
    'book.xlsx',
    workbook({
      sheets: [
        ['spans', [HEAD, ['walk', '2026-12-01', '10:00', '11:00', '20'].map(text)]],
        ['list', [[text('x')]], 'hidden'],
      ],
    }),
    SPANS_TAKEN,
  ],
  [
    'a hidden sheet of rows',
    'book.xlsx',
    workbook({
      sheets: [
        ['spans', [HEAD]],
        ['coupons', [[text('code')]], 'veryHidden'],
      ],
    }),
    /the worksheet is hidden/u,
  ],
  ['only empty sheets', 'book.xlsx', workbook({ sheets: [['Sheet1', []]] }), /the workbook is empty/u],
  [
    'a merged title',
    'spans.xlsx',
    workbook({
      sheets: [
        [
          'spans',
          [
            [text('12月の枠'), '', '', '', ''],
            [],
            HEAD,
            ['walk', '2026-12-01', '10:00', '11:00', '20'].map(text),
          ],
        ],
      ],
      merged: ['A1:E1', 'A3:A3'],
    }),
    SPANS_TAKEN,
  ],
  [
    'merged cells of a product',
    'spans.xlsx',
    workbook({
      sheets: [['spans', [HEAD, ...['walk', ''].map(name => [text(name), ...SPAN_CELLS])]]],
      merged: ['A2:A3'],
    }),
    /^2 A2: the cells A2:A3 are merged: unmerge them/u,
  ],
  [
    'merged cells beside Japanese headings',
    '枠.xlsx',
    workbook({
      sheets: [
        ['時間枠', [['商品', '日付', '開始', '終了', '定員'].map(text), [text('walk'), ...SPAN_CELLS]]],
      ],
      merged: ['B2:B4'],
    }),
    /^2 B2: セル B2:B4 が結合されています/u,
  ],
  [
    'a total at the end of a workbook',
    'spans.xlsx',
    workbook({
      sheets: [['spans', [HEAD, [text('walk'), ...SPAN_CELLS], [text('合計'), '', '', '', number(20)]]]],
    }),
    /^3 : this row is a total: delete it$/u,
  ],
  [
    'two sheets',
    'book.xlsx',
    workbook({
      sheets: [
        ['spans', [HEAD, ['walk', '2026-12-01', '10:00', '11:00', '20'].map(text)]],
        ['色', [['日付', '色'].map(text), ['2026-12-01', '#D98A1F'].map(text)]],
      ],
    }),
    `${SPANS_TAKEN}\ndate 2026-12-01, colour #d98a1f`,
  ],
  codeBook(number(1_234), '1234'),
  codeBook(number(123, 1), '00123', { formats: ['00000'] }),
  codeBook(number(123, 1), '123', { formats: ['#,##0'] }),
  codeBook(number('1.1'), /^2 A2 \(login_id\): the spreadsheet made a number of it/u),
  codeBook(number('1.23456789012346E+17'), /made a rounded number of it/u),
  codeBook(number('9007199254740993'), /made a rounded number of it/u),
  codeBook(number('1234567890123456'), /made a rounded number of it/u),
  codeBook(number(46_082, 1), /made a day of it/u, { formats: ['m"月"d"日"'] }),
  codeBook('t="e"><v>#REF!</v>', /shows an error/u),
  codeBook('t="b"><v>1</v>', 'yes'),
  codeBook(text('m1_x000D_').replace('m1_x000D_', 'm1_x000D_'), 'm1'),
  [
    'Excel, ten percent',
    'coupons.xlsx',
    workbook({
      sheets: [
        [
          'coupons',
          [
            ['code', 'kind', 'discount', 'amount', 'name_ja'].map(text),
            [text('A'), text('定率'), text('%'), number('0.1', 1), text('冬')],
          ],
        ],
      ],
      builtIn: [9],
    }),
    'code A, kind fixed_rate, discount percent, amount 10, name_ja 冬',
  ],
  [
    'Excel, a hundred percent',
    'coupons.xlsx',
    workbook({
      sheets: [
        [
          'coupons',
          [
            ['code', 'kind', 'discount', 'amount', 'name_ja'].map(text),
            [text('A'), text('定率'), text('%'), number(1, 1), text('冬')],
          ],
        ],
      ],
      builtIn: [9],
    }),
    'code A, kind fixed_rate, discount percent, amount 100, name_ja 冬',
  ],
  [
    'Excel, tax of ten percent',
    'products.xlsx',
    workbook({
      sheets: [
        [
          'products',
          [
            ['product', 'booking', 'base_price', 'tax_rate'].map(text),
            [text('walk'), text('time'), number(2_400), number('0.08', 1)],
          ],
        ],
      ],
      builtIn: [9],
    }),
    `product ${PRODUCT}, code walk, booking time, base_price 2400, tax_rate 8`,
  ],
  [
    'JSON, a number whose digits are lost',
    'members.json',
    utf8('[{"login_id": 12345678901234567890, "name": "山田", "email": "a@example.com"}]'),
    /^1 login_id: the spreadsheet made a rounded number/u,
  ],
  [
    'JSON, numbers and nulls',
    'spans.json',
    utf8('[{"product":"walk","date":"2026-12-01","start":"10:00","end":"11:00","capacity":20}]'),
    SPANS_TAKEN,
  ],
  ['an archive cut off', 'spans.xlsx', spanBook({}).subarray(0, -40), /its end is missing/u],
  [
    'an archive protected by a password',
    'spans.xlsx',
    withFlag(spanBook({})),
    /it is protected by a password/u,
  ],
  [
    'a bomb of spaces',
    'spans.xlsx',
    zipSync({ 'xl/workbook.xml': utf8(`<workbook>${' '.repeat(300_000)}`) }),
    /one of its cells is too long/u,
  ],
]

/** As an archive whose first part is encrypted. */
function withFlag(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  const entry = copy.indexOf(Buffer.from('504b0102', 'hex'))
  copy[entry + 8] = 1
  return copy
}

const FORMS: readonly Form[] = [...ENCODINGS, ...NUMBERS, ...PEOPLE, ...LAYOUTS, ...WORKBOOKS]

test(`${FORMS.length} sheets as people make them are read rightly, or refused where the fault is (S-16.02)`, () => {
  expect(FORMS.length).toBeGreaterThan(120)
  const wrong = FORMS.flatMap(([what, file, bytes, outcome]) => {
    const found = read(file, bytes)
    const isRight = typeof outcome === 'string' ? found === outcome : outcome.test(found)
    return isRight ? [] : [{ what, found, outcome }]
  })
  expect(wrong).toEqual([])
})
