-- The door of the staff's console: who may come in, and who is in.

-- The way in for somebody who has no passkey yet: once, within a day. A newer one of the same person takes its place.
create table staff_invitations (
  staff text primary key references staff,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  ends_at timestamptz not null
);

-- A passkey of a person. What it signs is judged by its public half; nothing here opens anything.
create table staff_passkeys (
  -- Of the authenticator, base64url.
  id text primary key,
  staff text not null references staff,
  label text not null check (label <> ''),
  public_key bytea not null,
  -- Of the authenticator, where it counts.
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index staff_passkeys_of_person on staff_passkeys (staff); -- for console/sign-in/passkeys.ts

-- Ten words for somebody who lost their passkeys, each for one time.
create table staff_recovery_codes (
  staff text not null references staff,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (staff, code_hash)
);

-- Somebody who is signed in. The browser has the token, this has its hash.
create table staff_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  staff text not null references staff,
  passkey_id text not null references staff_passkeys,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When the passkey was shown last.
  proved_at timestamptz not null,
  ended_at timestamptz
);
create index staff_sessions_of_person on staff_sessions (staff, created_at); -- for console/sign-in/sessions.ts

-- Questions that a passkey has answered, until they would be too old anyway: an answer counts once.
create table staff_answered_questions (
  question text primary key,
  ends_at timestamptz not null
);
create index staff_answered_questions_by_end on staff_answered_questions (ends_at); -- for console/sign-in/questions.ts
