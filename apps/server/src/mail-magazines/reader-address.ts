/**
 * An address as readers are told apart by it: in lower case. No mail service in use tells two people apart by the case of
 * their letters, and a subscription must end whichever way its address was typed (S-6.05).
 */
export function readerAddress(email: string): string {
  return email.toLowerCase()
}
