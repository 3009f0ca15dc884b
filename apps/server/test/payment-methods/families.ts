import type { MethodDriver } from './method-driver.ts'

/**
 * The course of a purchase as the saga sees it, which knows no provider: whether its visitor leaves the page, and when the
 * money is taken. Methods of one course pass the same points, one call after the other.
 */
export function courseOf({ provider, leaves, captures }: MethodDriver): string {
  return provider === null ? 'free' : `leaves ${leaves}, captures ${captures}`
}

/** Methods of one provider with one course: products that one adapter serves by the same calls. */
export function familyOf(driver: MethodDriver): string {
  return `${driver.provider}, ${driver.takesCard ? 'card' : 'wallet'}, ${courseOf(driver)}`
}
