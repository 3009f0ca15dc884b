import { jstDateOf } from '@kippu/domain/jst-date'
import { useImperativeHandle, useRef, useState } from 'react'
import type { ComponentProps, ReactElement, Ref } from 'react'

import { serverNow } from '../../../api/server-clock.ts'
import { useText, useTextOfKey } from '../../../i18n/texts.tsx'
import { TextField } from '../../../ui/field.tsx'
import styles from './card-fields.module.css'
import { CARD_FIELDS, cardInputOf, problemOf, shapeOf, shapeWhileTyped, WRONG } from './card-input.ts'
import type { CardFieldName, CardInput, NameRule } from './card-input.ts'
import { reshape } from './reshape.ts'

export interface CardFieldsHandle {
  /**
   * The card for the provider's script; null when a field is invalid, which then shows its error and gets the focus.
   */
  readonly read: () => CardInput | null
  /** Shows that the provider refused a field. */
  readonly refuse: (field: CardFieldName) => void
  readonly empty: () => void
}

interface CardFieldsProps {
  readonly nameRule: NameRule
  readonly ref: Ref<CardFieldsHandle>
}

type Problems = Partial<Readonly<Record<CardFieldName, string>>>

/** Attributes by which browsers and screen readers recognise the fields. */
const HINTS: Readonly<Record<CardFieldName, ComponentProps<'input'>>> = {
  number: { autoComplete: 'cc-number', inputMode: 'numeric' },
  expiry: { autoComplete: 'cc-exp', inputMode: 'numeric' },
  code: { autoComplete: 'cc-csc', inputMode: 'numeric' },
  name: { autoComplete: 'cc-name', autoCapitalize: 'characters' },
}

/**
 * A card in fields of our own page, for providers whose script reads the digits from there. The digits are
 * only in the inputs: no state of React, no session, no log ever holds them.
 */
export function CardFields({ nameRule, ref }: CardFieldsProps): ReactElement {
  const t = useText()
  const textOf = useTextOfKey()
  const inputs = useRef(new Map<CardFieldName, HTMLInputElement>())
  const [problems, setProblems] = useState<Problems>({})
  const typed = (field: CardFieldName): string => inputs.current.get(field)?.value ?? ''
  const judge = (field: CardFieldName): string | undefined => {
    const problem = problemOf(field, typed(field), { today: jstDateOf(serverNow()), nameRule })
    return problem === null ? undefined : textOf(problem.key, problem.params)
  }
  const show = (field: CardFieldName, problem: string | undefined): void =>
    setProblems(shown => ({ ...shown, [field]: problem }))
  const focusOn = (field: CardFieldName): void => inputs.current.get(field)?.focus()
  useImperativeHandle(ref, () => ({
    read: () => {
      const found = Object.fromEntries(CARD_FIELDS.map(field => [field, judge(field)]))
      setProblems(found)
      const wrong = CARD_FIELDS.find(field => found[field] !== undefined)
      if (wrong !== undefined) {
        focusOn(wrong)
        return null
      }
      const [number, expiry, code, name] = CARD_FIELDS.map(typed)
      return cardInputOf({ number: number ?? '', expiry: expiry ?? '', code: code ?? '', name: name ?? '' })
    },
    refuse: field => {
      show(field, textOf(WRONG[field].key))
      focusOn(field)
    },
    empty: () => {
      for (const input of inputs.current.values()) input.value = ''
    },
  }))
  /** Judges a field at every input, but not before the visitor has used it. */
  const changed = (field: CardFieldName, input: HTMLInputElement, isDeleting = false): void => {
    reshape(input, value => shapeWhileTyped(field, value, isDeleting))
    show(field, judge(field))
  }
  const fieldProps = (
    field: CardFieldName,
  ): ComponentProps<'input'> & { readonly error: string | undefined } => ({
    ...HINTS[field],
    id: `card-${field}`,
    name: `card-${field}`,
    spellCheck: false,
    required: true,
    error: problems[field],
    ref: input => {
      if (input !== null) inputs.current.set(field, input)
      return () => {
        inputs.current.delete(field)
      }
    },
    // While an input method composes text, we leave the field alone.
    onInput: ({ currentTarget, nativeEvent }) => {
      if (!isComposing(nativeEvent)) changed(field, currentTarget, isDeletion(nativeEvent))
    },
    onCompositionEnd: ({ currentTarget }) => changed(field, currentTarget),
    onBlur: ({ currentTarget }) => {
      reshape(currentTarget, value => shapeOf(field, value))
      if (typed(field) !== '') show(field, judge(field))
    },
  })
  const mark = t('common_required')
  const nameHelp = nameRule === 'letters' ? 'payment_card_name_help' : 'payment_card_full_name_help'
  return (
    <div className={styles.fields}>
      <TextField {...fieldProps('number')} label={t('payment_card_number')} mark={mark} />
      <div className={styles.pair}>
        <TextField
          {...fieldProps('expiry')}
          label={t('payment_card_expiry')}
          mark={mark}
          help={t('payment_card_expiry_help')}
        />
        <TextField
          {...fieldProps('code')}
          label={t('payment_card_code')}
          mark={mark}
          help={t('payment_card_code_help')}
        />
      </div>
      <TextField {...fieldProps('name')} label={t('payment_card_name')} mark={mark} help={t(nameHelp)} />
    </div>
  )
}

function isDeletion(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('delete')
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
