/** Markup that is safe to send. Only {@link html} creates it, so a plain value is never mistaken for markup. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** The attributes of a table that is layout and as wide as it may be. */
export const TABLE = new Html('role="presentation" width="100%" cellpadding="0" cellspacing="0"')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The parts of each template as they are sent: breaks and indentation are its source's. */
const sent = new WeakMap<TemplateStringsArray, readonly string[]>()

function sentParts(parts: TemplateStringsArray): readonly string[] {
  const known = sent.get(parts)
  if (known !== undefined) return known
  const written = parts.map(onOneLine)
  sent.set(parts, written)
  return written
}

/** Without the breaks of a template: nothing stands for one beside markup, a space between words. */
function onOneLine(part: string): string {
  const [first = '', ...others] = part.split('\n')
  const last = others.length - 1
  return others.reduce(
    (before, line, index) => {
      const after = index === last ? line.trimStart() : line.trim()
      if (index < last && after === '') return before
      const isBesideMarkup = before.endsWith('>') || /^(?:\/?>|<)/.test(after)
      return `${before}${isBesideMarkup ? '' : ' '}${after}`
    },
    others.length === 0 ? first : first.trimEnd(),
  )
}

/** Template tag: values are escaped, markup and lists of markup are inserted unchanged. */
export function html(
  template: TemplateStringsArray,
  ...values: ReadonlyArray<string | Html | readonly Html[]>
): Html {
  const parts = sentParts(template)
  const filled = values.map((value, index) => markupOf(value) + (parts[index + 1] ?? ''))
  return new Html((parts[0] ?? '') + filled.join(''))
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup
  if (typeof value === 'string')
    return value.replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? character)
  return value.map(item => item.markup).join('')
}
