import type { Words } from './raw-sheet.ts'

/** Bytes of a file for which one looks further than its ending. */
const ARCHIVE = Buffer.from('PK\u{3}\u{4}')
/** Workbooks before 2007, and all that Office protects by a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Worksheets before 1995: their first record. */
const RECORDS = ['09000400', '09020600', '09040600'].map(bytes => Buffer.from(bytes, 'hex'))
const PROTECTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Why a file can't be read whatever its name says: it is of another program, of another time, or protected. */
export function otherFormat(bytes: Buffer, ending: string): Words | undefined {
  if (startsWith(bytes, COMPOUND)) return bytes.includes(PROTECTED) ? IS_PROTECTED : IS_OLD
  if (RECORDS.some(record => startsWith(bytes, record))) return IS_OLD
  if (startsWith(bytes, ARCHIVE)) return ofArchive(bytes, ending)
  const head = bytes.subarray(0, 1_000).toString('latin1')
  if (/<\?mso-application|urn:schemas-microsoft-com:office:spreadsheet/iu.test(head)) return IS_OLD
  if (/^[^\w,;]*<(?:!doctype|html|table|meta|head|body)\b/iu.test(head)) return IS_PAGE
  return ending === '.xlsx' && !head.includes('\u{0}') ? IS_TEXT : undefined
}

function ofArchive(bytes: Buffer, ending: string): Words | undefined {
  const first = bytes.subarray(30, 120).toString('latin1')
  if (first.startsWith('mimetypeapplication/vnd.oasis.opendocument')) return savedAs('OpenDocument (.ods)')
  if (bytes.includes('xl/workbook.bin')) return savedAs('.xlsb')
  if (bytes.includes('Index/Document.iwa')) return savedAs('Numbers')
  return ending === '.xlsx' ? undefined : IS_WORKBOOK
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

function savedAs(name: string): Words {
  return [
    `this is a workbook of ${name}: save it as .xlsx`,
    `${name} のブックです。.xlsx 形式で保存し直してください`,
  ]
}

const IS_PROTECTED: Words = [
  'this workbook is protected by a password: take it off, and save it again',
  'このブックはパスワードで保護されています。パスワードを外して保存し直してください',
]
const IS_OLD: Words = [
  'this is an old workbook (.xls): save it as .xlsx',
  '古い形式のブック（.xls）です。.xlsx 形式で保存し直してください',
]
const IS_PAGE: Words = [
  'this is a web page, whatever its name says: save it as .xlsx',
  '名前とは違い、ウェブページです。.xlsx 形式で保存し直してください',
]
const IS_TEXT: Words = [
  'this is not a workbook, but a text: name it .csv',
  'ブックではなくテキストです。名前を .csv にしてください',
]
const IS_WORKBOOK: Words = [
  'this is a workbook: name it .xlsx',
  'テキストではなくブックです。名前を .xlsx にしてください',
]
