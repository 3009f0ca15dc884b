import type { OrderFieldName } from '@kippu/domain/form/order-fields'
import type { TextKey } from '@kippu/texts/texts'

import type { Translate } from '../../i18n/texts.tsx'

const QUESTIONS: Readonly<Partial<Record<OrderFieldName, TextKey>>> = {
  questionnaire1: 'site_question1',
  questionnaire2: 'site_question2',
  questionnaire3: 'site_question3',
}

/** The label of a field; a question has the words of its site, if the site has its own. */
export function fieldLabel(field: OrderFieldName, t: Translate): string {
  const question = QUESTIONS[field]
  return (question && t(question)) || t(`sign_in_field_${field}`)
}
