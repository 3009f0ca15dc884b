import type { Language } from '@kippu/domain/language'

/**
 * The only words that come with the app: they are needed when no text can be loaded. All other words are texts of the
 * site.
 */
export const CONNECTION_WORDS: Readonly<
  Record<Language, { readonly title: string; readonly message: string }>
> = {
  ja: { title: '接続できません', message: '通信が不安定です。もう一度お試しください。' },
  en: { title: 'Unable to connect', message: 'The connection is unstable. Please try again.' },
  kr: { title: '연결할 수 없습니다', message: '통신이 불안정합니다. 다시 시도해 주세요.' },
  'zh-hans': { title: '无法连接', message: '网络连接不稳定，请重试。' },
  'zh-hant': { title: '無法連線', message: '網路連線不穩定，請再試一次。' },
  th: { title: 'ไม่สามารถเชื่อมต่อได้', message: 'การเชื่อมต่อไม่เสถียร กรุณาลองใหม่อีกครั้ง' },
}

/** Title of a refusal whose own text is missing. */
export const DEFAULT_400_TITLES: Readonly<Record<Language, string>> = {
  ja: '通信エラー (400)',
  en: 'Communication error (400)',
  kr: 'Communication error (400)',
  'zh-hans': 'Communication error (400)',
  'zh-hant': 'Communication error (400)',
  th: 'Communication error (400)',
}
