/**
 * Signs that nobody sees, and that would hide an address from us though not from a mail program. Selectors of a glyph's form and tags
 * stay where they are of use, after kanji and emoji; a joiner of emoji stays as well.
 */
const INVISIBLE =
  /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/g
const INVISIBLE_BESIDE_LETTERS =
  /(?<=^|[\s\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}./:@-])[\u200d\p{VS}\u{e0001}-\u{e007f}]+|(?<![\u200d\p{VS}\u{e0001}-\u{e007f}])[\u200d\p{VS}\u{e0001}-\u{e007f}]+(?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}./:@-])/gu

/** A domain from its first sign on: `name.tld` with what follows it. */
const DOMAIN = String.raw`[a-z\d.-]*[a-z\d]\.(?:xn--[a-z\d-]+|[a-z]{2,})(?![a-z\d])(?:[/?#:]\S*)?`
/** Signs of the name before the @ of a mail address. */
const MAIL_NAME = String.raw`[\w.!#$%&'*+/=?^\x60{|}~-]`

/** Each alternative begins where a run of its signs begins, and nowhere within: so a long run is read once, and not from each of its signs. */
const LINK = new RegExp(
  [
    // `scheme://…`, `www.…`, and schemes without slashes that something opens; `TEL:` and `LINE:` are words of people.
    String.raw`(?:(?<![a-z\d+.-])[a-z\d+.-]+:\/\/|www\.|(?:mailto|callto|facetime|skype):(?=\S))\S*`,
    String.raw`(?<!${MAIL_NAME})${MAIL_NAME}+@${DOMAIN}`,
    String.raw`(?<![a-z\d.-])${DOMAIN}`,
    // `192.0.2.7`, with a port or a path.
    String.raw`(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}[/:]\S*`,
    // The end of a name in letters of other scripts: cut off, so that no sentence goes with it. The last ones are those of China, Hong Kong,
    // Taiwan, Korea and Thailand, `minna` and `sekai`.
    String.raw`(?<=[\p{L}\p{M}\p{N}])\.(?:[a-z]{2,}|xn--[a-z\d-]+|\p{Script=Cyrillic}{2,}|\u4e2d\u56fd|\u4e2d\u570b|\u9999\u6e2f|\u53f0\u6e7e|\u53f0\u7063|\u307f\u3093\u306a|\u4e16\u754c|\ud55c\uad6d|\u0e44\u0e17\u0e22)(?![\p{Script=Latin}\d])(?:[/?#:]\S*)?`,
  ].join('|'),
  'giu',
)

/** The texts on both sides of an address may make another one. Nobody who means well nests addresses so often. */
const MOST_PASSES = 10

/**
 * A text of one stranger to another without anything that a mail program could make a link of: addresses are cut out,
 * and all else stays. Neither width nor the form of letters hides them. Nothing is left of a text that hides one in the
 * other again and again.
 */
export function withoutLinks(text: string): string {
  let left = text
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const rest = cutLinks(left)
    if (rest === left) return rest
    left = rest
  }
  return ''
}

function cutLinks(text: string): string {
  const shown = text.replace(INVISIBLE, '').replace(INVISIBLE_BESIDE_LETTERS, '')
  const { folded, places } = foldSigns(shown)
  let kept = ''
  let from = 0
  for (const match of folded.matchAll(LINK)) {
    kept += shown.slice(from, places[match.index])
    from = places[match.index + match[0].length] ?? shown.length
  }
  return (kept + shown.slice(from)).replace(/[^\S\n]{2,}/g, ' ').trim()
}

/** Signs that stand for one of ASCII as that one, and where each sign of the result was. */
function foldSigns(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = ''
  const places: number[] = []
  let place = 0
  for (const sign of text) {
    const plain = sign === '｡' ? '.' : sign.normalize('NFKC')
    const one = /^[\x21-\x7e]$/.test(plain) ? plain : sign
    for (let unit = 0; unit < one.length; unit += 1) places.push(place + unit)
    folded += one
    place += sign.length
  }
  places.push(place)
  return { folded, places }
}
