import iconv from 'iconv-lite'

/** The bytes of a form as a browser sends them in the form's charset. */
export function formBody(fields: readonly (readonly [string, string])[], charset = 'UTF-8'): string {
  const percent = (text: string): string =>
    Array.from(iconv.encode(text, charset), byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return fields.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&')
}

export const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' } as const
