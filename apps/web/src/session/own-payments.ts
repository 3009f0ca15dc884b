import { parseJson } from './parse-json.ts'
import { OWN_PAYMENTS, storageName } from './session.ts'
import { siteStorage, tabStorage } from './storage.ts'

/**
 * A payment that this browser began. A provider knows its reference alone, and may return the visitor to a new tab; the
 * number, which opens the order, is known to this browser and to the store.
 */
export interface OwnPayment {
  readonly reference: string
  readonly number: string
  /** The bank's MD, for a card of GMO with 3-D Secure. */
  readonly md?: string | undefined
}

interface KeptPayment extends OwnPayment {
  /** Epoch ms. */
  readonly begunAt: number
}

/** Longer than any payment stays open, in ms. */
const KEPT_MS = 3 * 60 * 60_000
const MOST = 20

/** This tab knows the payments that it began until its own end, whatever other tabs forget. */
const STORAGES = [tabStorage, siteStorage]

/** Keeps a payment for all tabs of this browser. */
export function rememberOwnPayment(payment: OwnPayment): void {
  // Only the first answer about a card has the MD of its bank.
  const md = payment.md ?? findOwnPayment(payment.reference)?.md
  change(others => [{ ...payment, md, begunAt: Date.now() }, ...others].slice(0, MOST), payment.number)
}

/** The payment of this browser that a return address names; undefined for that of another browser. */
export function findOwnPayment(reference: string): OwnPayment | undefined {
  return STORAGES.flatMap(read).find(payment => payment.reference === reference)
}

/** Forgets a payment whose tickets are shown: the next user of this browser finds no way to them. */
export function forgetOwnPayment(number: string): void {
  change(others => others, number)
}

type Storage = typeof siteStorage

/** Stores anew what was kept, without the payment of that number. */
function change(next: (others: readonly KeptPayment[]) => readonly KeptPayment[], number: string): void {
  for (const storage of STORAGES) {
    const kept = next(read(storage).filter(payment => payment.number !== number))
    if (kept.length === 0) storage.removeItem(storageName(OWN_PAYMENTS))
    else storage.setItem(storageName(OWN_PAYMENTS), JSON.stringify(kept))
  }
}

function read(storage: Storage): readonly KeptPayment[] {
  const stored = parseJson(storage.getItem(storageName(OWN_PAYMENTS)) ?? '[]')
  const now = Date.now()
  if (!Array.isArray(stored)) return []
  return stored.flatMap(keptPaymentOf).filter(({ begunAt }) => now - begunAt < KEPT_MS)
}

function keptPaymentOf(value: unknown): readonly KeptPayment[] {
  if (typeof value !== 'object' || value === null) return []
  const { reference, number, begunAt, md }: Readonly<Record<string, unknown>> = { ...value }
  if (typeof reference !== 'string' || typeof number !== 'string' || typeof begunAt !== 'number') return []
  return [{ reference, number, begunAt, md: typeof md === 'string' ? md : undefined }]
}
