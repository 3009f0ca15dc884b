import type { Violation } from '@kippu/domain/form/rules'
import { jstDateOf } from '@kippu/domain/jst-date'
import { useImperativeHandle, useRef, useState } from 'react'
import type { ComponentProps, ReactElement, Ref } from 'react'

import { serverNow } from '../../../api/server-clock.ts'
import { useText, useTextOfKey } from '../../../i18n/texts.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useShownError } from '../../../ui/use-shown-error.ts'
import { problemOf, shapeOf, shapeWhileTyped, WRONG } from './card-input.ts'
import type { CardFieldName, NameRule } from './card-input.ts'
import { reshape } from './reshape.ts'

export interface CardFieldHandle {
  readonly typed: () => string
  /** Whether the content is valid; if not, shows why. */
  readonly check: () => boolean
  /** Shows that the provider refused it. */
  readonly refuse: () => void
  readonly empty: () => void
  readonly focus: () => void
}

interface CardFieldProps {
  readonly field: CardFieldName
  readonly nameRule: NameRule
  readonly label: string
  readonly help?: string
  /** The value it begins with, where that is right. */
  readonly given?: string
  readonly ref: Ref<CardFieldHandle>
}

/** The fault of a field. The typed text is not part of it: no state of React ever holds a digit. */
interface Judged {
  readonly problem: string | undefined
  /** How often something was typed: a pause begins anew with each. */
  readonly inputs: number
  /** It is shown without a pause: the form was sent, or the provider refused it. */
  readonly isAsked: boolean
  /** It was left with nothing wrong. */
  readonly isRight: boolean
}

const UNUSED: Judged = { problem: undefined, inputs: 0, isAsked: false, isRight: false }

/** Attributes by which browsers and screen readers recognise the fields. */
const HINTS: Readonly<Record<CardFieldName, ComponentProps<'input'>>> = {
  number: { autoComplete: 'cc-number', inputMode: 'numeric' },
  expiry: { autoComplete: 'cc-exp', inputMode: 'numeric' },
  code: { autoComplete: 'cc-csc', inputMode: 'numeric' },
  name: { autoComplete: 'cc-name', autoCapitalize: 'characters' },
}

/** One field of a card: judged at every input, once the visitor has used it, and shown like those of the buyer. */
export function CardField({ field, nameRule, label, help, given = '', ref }: CardFieldProps): ReactElement {
  const t = useText()
  const textOf = useTextOfKey()
  const input = useRef<HTMLInputElement>(null)
  const [judged, setJudged] = useState(UNUSED)
  const { shown, leave } = useShownError(judged.problem, String(judged.inputs), judged.isAsked)
  const typed = (): string => input.current?.value ?? ''
  const problemIn = (text: string): Violation | null =>
    problemOf(field, text, { today: jstDateOf(serverNow()), nameRule })
  const judge = (): string | undefined => {
    const problem = problemIn(typed())
    return problem === null ? undefined : textOf(problem.key, problem.params)
  }
  useImperativeHandle(ref, () => ({
    typed,
    check: () => {
      const problem = judge()
      setJudged(before => ({ ...before, problem, isAsked: problem !== undefined, isRight: false }))
      return problem === undefined
    },
    refuse: () =>
      setJudged(before => ({ ...before, problem: textOf(WRONG[field].key), isAsked: true, isRight: false })),
    empty: () => {
      if (input.current !== null) input.current.value = ''
      setJudged(UNUSED)
    },
    focus: () => input.current?.focus(),
  }))
  const follow = (isDeleting = false): void => {
    if (input.current === null) return
    reshape(input.current, value => shapeWhileTyped(field, value, isDeleting))
    const problem = judge()
    // Once it is mended, the next error waits for a pause again.
    setJudged(({ inputs, isAsked }) => ({
      problem,
      inputs: inputs + 1,
      isAsked: isAsked && problem !== undefined,
      isRight: false,
    }))
  }
  return (
    <TextField
      {...HINTS[field]}
      ref={input}
      defaultValue={given === '' || problemIn(given) !== null ? '' : given}
      id={`card-${field}`}
      name={`card-${field}`}
      spellCheck={false}
      required
      label={label}
      mark={t('common_required')}
      help={help}
      error={shown}
      isRight={judged.isRight}
      // While an input method composes text, we leave the field alone.
      onInput={({ nativeEvent }) => {
        if (!isComposing(nativeEvent)) follow(isDeletion(nativeEvent))
      }}
      onCompositionEnd={() => follow()}
      onBlur={({ currentTarget }) => {
        reshape(currentTarget, value => shapeOf(field, value))
        setJudged(before => ({ ...before, isRight: before.problem === undefined && typed() !== '' }))
        leave()
      }}
    />
  )
}

function isDeletion(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('delete')
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
