import { type RawBuilder, sql } from 'kysely'

/** The most frequent names, the most frequent first; behind them come pairs of the characters that names are made of. */
const FREQUENT =
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水'.split(
    ' ',
  )
const FIRST = '青秋浅池石岩内梅大岡小金川北黒坂桜沢島杉関高竹谷千土寺中長永成西野橋浜原東平広福藤古星堀本前'
const SECOND = '井岡川木口倉坂崎沢島田谷津戸野葉橋畑浜原平藤辺堀本村森山上下中内尾'
const GIVEN = '花子 陽葵 凛 結衣 葵 紬 翔太 蓮 陽翔 湊 大翔 悠真 美咲 健一 恵子 誠 真由美 直樹 裕子 浩'.split(
  ' ',
)
/** So many different family names: one in sixty-six people has the most frequent one, as in Japan. */
const FAMILIES = 4_400

/**
 * The name of person `n` in SQL: distributed as names are, so that the most frequent family name is that of 15,000 in a million and most are
 * rare. The same `n` has the same name.
 */
export function sampleName(n: RawBuilder<unknown>): RawBuilder<string> {
  const share = (of: string): RawBuilder<unknown> =>
    sql`((hashint8extended((${n})::bigint, ${of.length}) & 1073741823) / 1073741824.0)`
  return sql<string>`(
    select case when rank <= ${sql.lit(FREQUENT.length)} then (${array(FREQUENT)})[rank]
                else substr(${sql.lit(FIRST)}, 1 + rank % ${sql.lit(FIRST.length)}, 1)
                  || substr(${sql.lit(SECOND)}, 1 + rank / ${sql.lit(FIRST.length)} % ${sql.lit(SECOND.length)}, 1)
           end || ' ' || (${array(GIVEN)})[1 + floor(${share('given')} * ${sql.lit(GIVEN.length)})::integer]
      from (select 1 + floor(${sql.lit(FAMILIES)} * power(${share('family')}, 2))::integer as rank) as family)`
}

function array(words: readonly string[]): RawBuilder<unknown> {
  return sql`array[${sql.join(words.map(word => sql.lit(word)))}]`
}
