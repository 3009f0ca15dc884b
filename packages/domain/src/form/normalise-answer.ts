import { cleanLine, normaliseEmail, normalisePhone } from './normalise.ts'
import type { OrderFieldName } from './order-fields.ts'

/**
 * An answer as it is judged, sent and stored: what a keyboard did to it is undone (D-27, reliability §8.2). The browser
 * shows the visitor the same. Normalising twice is normalising once.
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
