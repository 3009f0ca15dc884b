import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { TextField } from '../../../ui/field.tsx'
import type { Holder } from './use-holder.ts'

export const HOLDER_ID = 'card-holder'

/** The name on the card, in a field of ours: it is not a secret of the card. */
export function HolderField({ holder }: { readonly holder: Holder }): ReactElement {
  const t = useText()
  return (
    <TextField
      id={HOLDER_ID}
      label={t('payment_card_name')}
      mark={t('common_required')}
      help={t('payment_card_name_help')}
      error={holder.error}
      isRight={holder.isRight}
      autoComplete="cc-name"
      autoCapitalize="characters"
      spellCheck={false}
      value={holder.typed}
      onChange={event => holder.change(event.target.value)}
      onBlur={holder.leave}
      required
    />
  )
}
