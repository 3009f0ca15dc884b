/** Letters to the staff, in the two languages of their console: each has both, because nobody says which one they read. */
interface StaffText {
  readonly ja: string
  readonly en: string
}

interface StaffWords {
  readonly title: StaffText
  readonly text: StaffText
  /** For somebody who does not expect it. */
  readonly otherwise: StaffText
}

export const INVITATION_BUTTON: StaffText = { ja: 'パスキーを作る', en: 'Create a passkey' }
export const BUTTON_NOTE: StaffText = {
  ja: 'ボタンが使えないとき',
  en: 'If the button does not work',
}

/** @param until `2026-12-01 10:00`, in Japan. */
export function invitationWords(name: string, until: string): StaffWords {
  return {
    title: { ja: '運営画面への招待', en: 'Your invitation to the console' },
    text: {
      ja: `${name} さんを運営画面に招待します。パスキーを使う端末で開いてください。1 回だけ、${until}（日本時間）まで使えます。`,
      en: `This is the way in for ${name}. Open it on the device that will have your passkey. It works once, until ${until} (Japan time).`,
    },
    otherwise: {
      ja: '心当たりがない場合は開かずに、オーナーに知らせてください。',
      en: 'If you did not expect this, do not open it, and tell an owner.',
    },
  }
}

export function ownerInvitedWords(invited: string, by: string): StaffWords {
  return {
    title: { ja: 'オーナーが招待されました', en: 'An owner was invited' },
    text: {
      ja: `${by} さんが ${invited} さんをオーナーとして招待しました。`,
      en: `${by} invited ${invited} as an owner.`,
    },
    otherwise: {
      ja: '心当たりがない場合は、すぐに「スタッフ」でその人の利用を終了してください。',
      en: 'If you do not know of this, end that person at once under Staff.',
    },
  }
}

export function formerAddressWords(name: string, by: string): StaffWords {
  return {
    title: { ja: '連絡先の変更', en: 'This address is no longer in use' },
    text: {
      ja: `${by} さんの操作により、このメールアドレスは ${name} さんの運営画面の連絡先ではなくなりました。`,
      en: `By what ${by} did, this is no longer the address of ${name} in the console.`,
    },
    otherwise: {
      ja: '心当たりがない場合は、すぐにほかのオーナーに知らせてください。',
      en: 'If you do not know of this, tell another owner at once.',
    },
  }
}

/** @param through the number of the last action that is sealed. */
export function sealWords(through: number): StaffWords {
  return {
    title: { ja: '操作記録の封印', en: 'The log of actions is sealed' },
    text: {
      ja: `スタッフの操作記録は ${through} 番まで封印されました。このメールを保存しておくと、記録があとで変えられていないことを確かめられます。`,
      en: `The log of what the staff did is sealed through number ${through}. Keep this mail: with it, you can see later that nothing was changed.`,
    },
    otherwise: {
      ja: 'この値は 1 日に 1 回、オーナー全員に届きます。',
      en: 'This value comes to all owners, once a day.',
    },
  }
}

export function codesWords(by: string, codes: number): StaffWords {
  return {
    title: { ja: 'クーポンのコード', en: 'Codes of coupons' },
    text: {
      ja: `${by} さんの操作により、クーポンのコード ${codes} 件をお送りします。添付の表をご覧ください。`,
      en: `${by} sends you ${codes} coupon codes. They are in the sheet that is attached.`,
    },
    otherwise: {
      ja: '心当たりがない場合は、コードを使わずに、オーナーに知らせてください。',
      en: 'If you do not expect them, do not use them, and tell an owner.',
    },
  }
}

interface Waiting {
  readonly by: string
  readonly subject: string
  /** Japan time. */
  readonly from: string
}

export function waitingWords({ by, subject, from }: Waiting): StaffWords {
  return {
    title: { ja: '1 人で実行される操作があります', en: 'Something will be done by one person alone' },
    text: {
      ja: `${by} さんが、1 人でできる範囲を超えた操作（${subject}）を依頼しました。承認できる人がほかにいないため、${from}（日本時間）から実行できます。`,
      en: `${by} asked for something that is too much for one person (${subject}). Nobody else can agree, so it can be done from ${from} (Japan time).`,
    },
    otherwise: {
      ja: '心当たりがない場合は、すぐに運営画面でパスキーとサインイン中の端末を確認してください。',
      en: 'If you do not know of this, look at once at your passkeys and sessions in the console.',
    },
  }
}
