import type { ConsoleError } from '@kippu/contract/console/console-errors'
import type { Role } from '@kippu/domain/staff/permission'

/** The words of the console's door. Both languages are complete, or it does not compile. */
export type Lang = 'ja' | 'en'

export interface Said {
  readonly ja: string
  readonly en: string
}

export const words = <Key extends string>(all: Readonly<Record<Key, Said>>): Readonly<Record<Key, Said>> =>
  all

export const DOOR_WORDS = words({
  console: { ja: '運営画面', en: 'Console' },
  language: { ja: 'English', en: '日本語' },
  loading: { ja: '読み込んでいます', en: 'Loading' },
  again: { ja: 'もう一度試す', en: 'Try again' },
  lost: {
    ja: '接続できませんでした。通信の状態をご確認ください。',
    en: 'No connection. Check the network and try again.',
  },
  failed: {
    ja: '問題が発生しました。時間をおいて、もう一度お試しください。',
    en: 'Something went wrong. Please try again in a moment.',
  },

  signInTitle: { ja: 'サインイン', en: 'Sign in' },
  signInLead: {
    ja: '登録したパスキー（指紋・顔・端末のロック）でサインインします。パスワードはありません。',
    en: 'Sign in with your passkey: fingerprint, face or screen lock. There is no password.',
  },
  signInButton: { ja: 'パスキーでサインイン', en: 'Sign in with a passkey' },
  signInEnded: {
    ja: 'サインインの有効時間が終わりました。もう一度サインインしてください。',
    en: 'Your session has ended. Please sign in again.',
  },
  browserTooOld: {
    ja: 'このブラウザーではパスキーを使えません。ブラウザーを更新してください。',
    en: 'This browser is too old for passkeys. Please update it.',
  },
  signInStopped: { ja: 'パスキーの確認が取り消されました。', en: 'The passkey prompt was closed.' },
  lostKeys: { ja: 'パスキーをなくした場合', en: 'Lost your passkey?' },
  recoverLead: {
    ja: '控えておいた復旧コードで、新しいパスキーを登録します。',
    en: 'Use one of your recovery codes to set up a new passkey.',
  },
  name: { ja: '名前', en: 'Name' },
  recoveryCode: { ja: '復旧コード', en: 'Recovery code' },
  goOn: { ja: '次へ', en: 'Continue' },

  enrolTitle: { ja: 'パスキーを登録する', en: 'Set up your passkey' },
  enrolLead: {
    ja: 'この端末に、あなただけのパスキーを作ります。招待は1回、24時間以内に限り使えます。',
    en: 'Create a passkey on this device. The invitation works once, within 24 hours.',
  },
  enrolAs: { ja: '登録する人', en: 'You are' },
  deviceName: { ja: '端末の名前', en: 'Name of this device' },
  deviceHint: { ja: '例：受付のノートパソコン', en: 'For example: front desk laptop' },
  enrolButton: { ja: 'パスキーを作る', en: 'Create passkey' },
  codesTitle: { ja: '復旧コードを控えてください', en: 'Save your recovery codes' },
  codesLead: {
    ja: 'パスキーをなくしたとき、1つにつき1回使えます。この画面を閉じると、二度と表示されません。',
    en: 'Each works once if you lose your passkey. They are not shown again after you leave this page.',
  },
  codesCopy: { ja: 'コピーする', en: 'Copy' },
  codesCopied: { ja: 'コピーしました', en: 'Copied' },
  codesKept: { ja: '控えました', en: 'I have saved them' },
})

/** The errors of what is done at the desk: their words come with its dialogs. */
export type DeskError =
  | 'refused'
  | 'changed meanwhile'
  | 'second person needed'
  | 'approval not valid'
  | 'request in progress'
  | 'key reused'

export const ERROR_WORDS: Readonly<Record<Exclude<ConsoleError, DeskError>, Said>> = {
  'invalid request': { ja: '入力の内容をご確認ください。', en: 'Please check what you entered.' },
  'not signed in': { ja: 'サインインしてください。', en: 'Please sign in.' },
  'not permitted': { ja: 'この操作は、あなたの役割ではできません。', en: 'Your role does not allow this.' },
  'passkey needed again': {
    ja: 'もう一度パスキーを確認してください。',
    en: 'Please confirm with your passkey.',
  },
  'passkey not accepted': {
    ja: 'このパスキーは使えません。もう一度お試しください。',
    en: 'This passkey was not accepted. Please try again.',
  },
  'invitation not valid': {
    ja: 'この招待は使用済みか、期限が切れています。管理者に新しい招待をご依頼ください。',
    en: 'This invitation has been used or has expired. Ask an owner for a new one.',
  },
  'recovery code not accepted': {
    ja: '名前または復旧コードが違います。使ったコードは二度使えません。',
    en: 'The name or the code is not right. A code works once.',
  },
  'not found': { ja: '見つかりません。', en: 'Not found.' },
  'last owner': {
    ja: 'すべての施設のオーナーが、ほかに1人以上必要です。',
    en: 'At least one other owner of all sites is needed.',
  },
  'last passkey': {
    ja: '最後のパスキーは取り消せません。先にもう1つ登録してください。',
    en: 'You cannot remove your only passkey. Add another one first.',
  },
  'too many requests': {
    ja: 'アクセスが多すぎます。1分ほどお待ちください。',
    en: 'Too many requests. Please wait a minute.',
  },
  busy: {
    ja: 'ただいま応答できません。少し待ってからお試しください。',
    en: 'The store is not responding. Please try again in a moment.',
  },
}

export const ROLE_WORDS: Readonly<Record<Role, Said>> = {
  owner: { ja: 'オーナー', en: 'Owner' },
  manager: { ja: '責任者', en: 'Manager' },
  planner: { ja: '企画', en: 'Planner' },
  box_office: { ja: '窓口', en: 'Box office' },
  marketing: { ja: '広報', en: 'Marketing' },
  accountant: { ja: '経理', en: 'Accountant' },
  auditor: { ja: '監査', en: 'Auditor' },
}
