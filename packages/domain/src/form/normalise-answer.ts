import { cleanLine, normaliseEmail, normalisePhone } from './normalise.ts'
import type { OrderFieldName } from './order-fields.ts'

/**
 * An answer as it is judged, sent and stored, with the effects of the keyboard undone (D-27). The browser shows the
 * same text to the visitor. Normalising twice gives the same as once.
 */
export function normaliseAnswer(field: OrderFieldName, answer: string): string {
  switch (field) {
    case 'email':
      return normaliseEmail(answer)
    case 'phone':
      return normalisePhone(answer)
    case 'fullname':
    case 'address':
    case 'resident_area':
    case 'questionnaire1':
    case 'questionnaire2':
    case 'questionnaire3':
      return cleanLine(answer)
    case 'age':
    case 'gender':
    case 'mail_magazine':
    case 'teamlab_mail_magazine':
      return answer
  }
}
