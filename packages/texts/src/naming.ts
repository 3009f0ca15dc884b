/** Behind a name, in every language in which a receipt is asked for. */
export const TITLES = /(?:様|さま|さん|殿|御中|님|先生)+$/u

/**
 * The words that thousands write into a form that asks for a name or an addressee: none of them names anybody. In lower
 * case, without blanks.
 */
export const NAMES_OF_NOBODY: ReadonlySet<string> = new Set(
  [
    '上 うえ なし 無し 無 無記名 ない はい いいえ 有 同上 同じ 本人 自分 個人 個人名 会社 法人 団体 株式会社 有限会社 合同会社 会社名 代表者 お客 客 御客 各位 皆',
    '不明 未定 匿名 名無し ななし 名前 氏名 宛名 宛名なし 宛名無し 空白 空欄 領収書 領収証 大人 小人 子供 子ども こども 家族 友人 学生 夫婦 父 母 東京 東京都 大阪 日本 予約 返金',
    '変更 取消 テスト ゲスト 무 없음 고객 无 無名 没有 测试 測試 先生 女士 顾客 顧客',
    'none null test tests testing name names guest guests anonymous unknown nobody someone myself self mr mrs miss family friend friends visitor customer company office admin adult adults child',
    'children student group receipt refund refunds ticket tickets order orders japan tokyo osaka staff member members true false nothing same blank without address undefined details',
  ].flatMap(line => line.split(' ')),
)
