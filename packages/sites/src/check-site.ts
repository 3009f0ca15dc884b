import { LANGUAGES } from '@kippu/domain/language'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'

import { browserMethodsOf, type Choice, type Localized, type Site, WITHOUT_THREE_D_SECURE } from './site.ts'

/** A site lacks something; the message names the site and every missing item. */
export class IncompleteSite extends Error {
  override readonly name = 'IncompleteSite'
  /** Each begins with the name of its field. */
  readonly faults: readonly string[]

  constructor(key: string, faults: readonly string[]) {
    super(`site ${key}: ${faults.join('; ')}`)
    this.faults = faults
  }
}

/** Sites are read at the start, so an incomplete one stops it. @throws IncompleteSite */
export function checkSite(site: Site): void {
  const faults = [...paymentFaults(site), ...legalFaults(site), ...signInFaults(site), ...appFaults(site)]
  if (faults.length > 0) throw new IncompleteSite(site.key, faults)
}

function paymentFaults(site: Site): string[] {
  const { paymentMethods, allowsWithoutThreeDSecure } = site
  const inBrowser = browserMethodsOf(site)
  const unsafe = allowsWithoutThreeDSecure
    ? []
    : WITHOUT_THREE_D_SECURE.filter(method => inBrowser.includes(method))
  const doubled = SALES_CHANNELS.filter(channel => {
    const methods = paymentMethods[channel]
    return new Set(methods).size < methods.length
  })
  return [
    ...unsafe.map(method => `${method} is listed, which needs allowsWithoutThreeDSecure: true`),
    ...(paymentMethods.web.length === 0 ? ['paymentMethods.web is empty'] : []),
    ...doubled.map(channel => `paymentMethods.${channel} has a method twice`),
  ]
}

function legalFaults({ legal, issuer }: Site): string[] {
  const items = Object.entries(legal).flatMap(([item, words]) => emptyIn(`legal.${item}`, words))
  const isRegistered = /^T\d{13}$/.test(issuer.registrationNumber)
  return isRegistered ? items : [...items, 'issuer.registrationNumber is not T and 13 digits']
}

function signInFaults({ signIn }: Site): string[] {
  const { fields, regions, residentArea, question1, question2, question3 } = signIn
  const questions = { question1: question1?.question, question2, question3 }
  return [
    ...(fields.email === 'required' ? [] : ['signIn.fields.email is not required']),
    ...((residentArea === 'regional') === regions.length > 0
      ? []
      : ['signIn.regions belong to regional alone']),
    ...choiceFaults('signIn.regions', regions),
    ...choiceFaults('signIn.question1.answers', question1?.answers ?? []),
    ...(question1?.answers.length === 0 ? ['signIn.question1.answers is empty'] : []),
    ...Object.entries(questions).flatMap(([item, words]) => (words ? emptyIn(`signIn.${item}`, words) : [])),
    ...(['1', '2', '3'] as const)
      .filter(n => fields[`questionnaire${n}`] !== 'hidden' && !questions[`question${n}`])
      .map(n => `signIn.question${n} is asked and has no words`),
  ]
}

/** A wrong address would lead visitors of the ticket page to a stranger. */
function appFaults({ ticketApp: app }: Site): string[] {
  if (app === null) return []
  return [
    ...emptyIn('ticketApp.name', app.name),
    ...(app.appStore.startsWith('https://apps.apple.com/')
      ? []
      : ['ticketApp.appStore is not an address of the App Store']),
    ...(app.googlePlay.startsWith('https://play.google.com/store/apps/')
      ? []
      : ['ticketApp.googlePlay is not an address of Google Play']),
  ]
}

function choiceFaults(item: string, choices: readonly Choice[]): string[] {
  const values = choices.map(({ value }) => value)
  return [
    ...(new Set(values).size === values.length ? [] : [`${item} has a value twice`]),
    ...values.filter(value => !/^[a-z0-9_]+$/.test(value)).map(value => `${item} has the value "${value}"`),
    ...choices.flatMap(({ value, label }) => emptyIn(`${item} ${value}`, label)),
  ]
}

function emptyIn(item: string, words: string | Localized): string[] {
  if (typeof words === 'string') return words.trim() === '' ? [`${item} is empty`] : []
  return LANGUAGES.filter(lang => words[lang].trim() === '').map(lang => `${item} is empty in ${lang}`)
}
