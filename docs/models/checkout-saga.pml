/*
 * The payment of one order, as docs/models/README.md explains it: each step with the file and function it stands for,
 * what is left out, the properties, and the variants, and how it is checked.
 *
 * One order (with at most two attempts) and a rival compete for the only place. Two workers do what any server does: a
 * request of the visitor's page, or a look of the reconciler. The world is everything else: the provider, the network,
 * time, webhook events, the visitor, the rival.
 *
 * Faults are counted (FAULTS): a death of a worker, a lost or late answer, a lease lost to a slow worker, tickets that
 * cannot be issued for a reason of ours. With finitely many of them every run ends; what must hold then stands in
 * `judge_end`, what must hold always in `judge`.
 */
#ifndef FAULTS
#define FAULTS 1
#endif

/* Looks that find nothing new, beside all those that do. */
#ifndef IDLE_LOOKS
#define IDLE_LOOKS 0
#endif

#define CAPACITY 1
#define ATTEMPTS 2
#define WORKERS 2

/* The order, its hold, and the rival for its place. */
#define READY 1
#define PAYING 2
#define COMPLETED 3
#define EXPIRED_ORDER 4
#define CANCELLED 5
#define REFUNDED_ORDER 6

#define NO_HOLD 0
#define TIMED 1
#define KEPT 2

byte order = READY;
byte hold = TIMED;
bit is_past = 0;          /* the order's time has run out and nobody has marked it */
bit price = 0;            /* a coupon changes it between two attempts */
byte taken = 1;
bit is_rival_in = 0;       /* somebody else has bought a place */
byte tickets = 0;
byte paid_by = 0;         /* 1 + the attempt that the tickets were issued for */

/* An attempt: state, operation under way, when it is looked at. */
#define EXECUTING 1
#define ACTION_REQUIRED 2
#define PENDING 3
#define AUTHORIZED 4
#define CAPTURED 5
#define REFUNDED 6
#define VOIDED 7
#define FAILED 8
#define EXPIRED 9

#define NONE 0
#define START 1
#define RESUME 2
#define CAPTURE 3
#define VOID 4
#define REFUND 5

#define NEVER 0
#define SOON 1
#define LATE_LOOK 2
#define LEASED 3          /* + the worker that has it */

byte attempts = 0;
byte state[ATTEMPTS];
byte operation[ATTEMPTS];
byte check[ATTEMPTS];
bit has_looked[ATTEMPTS];     /* checks > 0 */
bit is_given_up[ATTEMPTS];    /* failure.class = cancelled */
bit is_past_deadline[ATTEMPTS];
bit amount[ATTEMPTS];         /* the price that the attempt charges */
byte return_hint[ATTEMPTS];   /* 1: the visitor came back with "cancel"; 2: that was dealt with */
bit booked[ATTEMPTS];         /* captured and not refunded, by the ledger */

/* The provider. */
#define P_NOTHING 0
#define P_ACTION 1            /* its page waits for the visitor */
#define P_READY 2             /* the visitor has done their part, we execute */
#define P_WORKING 3
#define P_AUTHORIZED 4
#define P_CAPTURED 5
#define P_FAILED 6
#define P_VOIDED 7
#define P_REFUNDED 8

#define GONE 0
#define SENT 1
#define TELLS 2

#define CAN_FENCE 1           /* a cancellation ends everything: Stripe, cards */
#define MUST_WAIT 2           /* an open page cannot be closed: wallets with lateSeconds > 0 */
#define TELLS_LATER 3         /* money is known from a webhook event alone: Adyen's wallets */

byte kind = 0;
bit is_direct = 0;            /* the payment itself captures */
byte provider[ATTEMPTS];
bit is_untold[ATTEMPTS];      /* paid, and the event that says so is on its way */
byte has_event[ATTEMPTS];     /* SENT by the provider; TELLS: read, and decided to wake the attempt */
/* Requests that their worker has given up, still on their way. */
bit late_start[ATTEMPTS];
bit late_resume[ATTEMPTS];
bit late_capture[ATTEMPTS];
bit late_void[ATTEMPTS];
bit late_refund[ATTEMPTS];

/* What a worker has in hand. `version`: 0 has read no order, 1 as it was read, 2 changed since. */
byte version[WORKERS];
byte works_on[WORKERS];       /* 1 + the attempt */
bit is_sending[WORKERS];      /* marked start or resume, and has not sent it yet */
bit is_woken[WORKERS];        /* an event came since the attempt was read */

byte faults = FAULTS;
byte idle_looks = IDLE_LOOKS;

/* Answers of the provider. */
#define A_LOST 1
#define A_NOT_FOUND 2
#define A_ACTION 3
#define A_READY 4
#define A_PENDING 5
#define A_AUTHORIZED 6
#define A_CAPTURED 7
#define A_FAILED 8
#define A_VOIDED 9
#define A_DONE 10
#define A_CANNOT 11

/* What is decided about the order. */
#define LEAVE 0
#define COMPLETE 1
#define RETURN 2
#define EXPIRE 3
#define ABANDON 4
#define COMPLETE_LATE 5        /* its time had run out: its stock is taken again first */

/* Which guard a variant leaves out. */
#ifdef WITHOUT_ATTEMPT_COMPARE
#define IS_SAME_ATTEMPT(a) (true)
#else
#define IS_SAME_ATTEMPT(a) (state[a] == r_state && operation[a] == r_operation)
#endif

#ifdef WITHOUT_ORDER_COMPARE
#define IS_SAME_ORDER (true)
#else
#define IS_SAME_ORDER (version[me] != 2)
#endif

/* Whether the visitor goes on at a page that cannot be closed: only while no other cancellation can be under way. */
#ifdef CANCELLATION_MAY_COME_LATER
#define LETS_PAY(a) ((answer == A_CANNOT || answer == A_LOST) && r_given_up && !r_past)
#define IS_ONLY_CANCELLATION(a) (true)
#else
#define LETS_PAY(a) (answer == A_CANNOT && r_given_up && !r_past && !r_looked)
#define IS_ONLY_CANCELLATION(a) (!has_looked[a])
#endif

#define IS_OPEN(a) (state[a] >= EXECUTING && state[a] <= AUTHORIZED)
#ifdef WITHOUT_ATTEMPT_INDEX
#define IS_ALONE (true)
#else
#define IS_ALONE (!IS_OPEN(0) && !IS_OPEN(1))
#endif

#ifdef CLAIM_WITHOUT_STOCK
#define IS_HELD (true)
#else
#define IS_HELD (hold != NO_HOLD && !is_past)
#endif

#ifdef WITHOUT_ONE_OPEN_ATTEMPT
#define MAY_CLAIM (IS_HELD)
#else
#define MAY_CLAIM (IS_HELD && IS_SAME_ORDER && IS_ALONE)
#endif

#define IS_OVER(s) (s == FAILED || s == EXPIRED)
#define HAS_OTHER_OPEN(a) IS_OPEN(1 - a)
/* Past its deadline an attempt is only ended, unless it has been paid. */
#define MUST_END (!IS_OVER(r_state) && r_past && (r_state == ACTION_REQUIRED && !IS_MONEY(answer) || MAY_STILL_BE_CHARGED(answer)))
#define IS_MONEY(answer) (answer == A_AUTHORIZED || answer == A_CAPTURED)
#define MAY_STILL_BE_CHARGED(answer) (answer >= A_NOT_FOUND && answer <= A_PENDING)

/* Stock that a late payment finds: its own hold, ended or not, else what is free (keepOrRetakeHolds). */
#ifdef WITHOUT_RETAKING_STOCK
#define HAS_STOCK (true)
#else
#define HAS_STOCK (hold != NO_HOLD || taken < CAPACITY)
#endif

/* The statement looks again: the row of an order does not change when its ended hold goes to somebody else. */
#ifdef LATE_STOCK_JUDGED_BEFORE_THE_WRITE
#define STILL_HAS_STOCK (true)
#else
#define STILL_HAS_STOCK HAS_STOCK
#endif

#ifdef CANCELLATION_MAY_COME_LATER
#define IS_KEPT_FROM_VISITOR(a) (is_past_deadline[a] || !is_given_up[a])
#else
#define IS_KEPT_FROM_VISITOR(a) (true)
#endif

/* A look at this attempt could only find what the last one found. */
#define IS_IDLE_LOOK(a) \
  (!is_past_deadline[a] && operation[a] == NONE && return_hint[a] != 1 \
     && (state[a] == ACTION_REQUIRED || state[a] == PENDING) \
     && (provider[a] == P_ACTION && state[a] == ACTION_REQUIRED || provider[a] == P_WORKING && state[a] == PENDING || is_untold[a]) \
   || operation[a] == VOID && IS_KEPT_FROM_VISITOR(a) \
     && (provider[a] == P_WORKING || kind == MUST_WAIT && provider[a] == P_ACTION) \
   || IS_OVER(state[a]) && provider[a] == P_WORKING)

#ifdef LOOKS_FOR_EVER
#define MAY_LOOK(a) (true)
#else
#define MAY_LOOK(a) (!IS_IDLE_LOOK(a) || idle_looks > 0)
#endif

/* Whether a request to charge can still arrive: it is on its way, or a worker is about to send it. Time bounds both. */
#define MAY_BE_CHARGED_LATE(a) \
  (late_start[a] || late_resume[a] || works_on[0] == a + 1 && is_sending[0] || works_on[1] == a + 1 && is_sending[1])

#define IS_DUE(a) (check[a] == SOON || check[a] == LATE_LOOK && !MAY_BE_CHARGED_LATE(a))

/* The look after lateSeconds stays, however often an attempt that has ended is looked at before. */
#ifdef LATE_LOOK_IS_DROPPED
#define AFTER_END NEVER
#else
#define AFTER_END (r_late -> LATE_LOOK : NEVER)
#endif

/* The number of looks begins anew when an end begins: it does not tell whether an answer was lost before. */
#ifdef LOST_ANSWER_IS_FORGOTTEN
#define MAY_HAVE_BEEN_LOST r_looked
#else
#define MAY_HAVE_BEEN_LOST (true)
#endif

/* Forgets what nobody asks about once an attempt has ended, so that fewer states are told apart. */
inline forget(a) {
  if
  :: !IS_OPEN(a) && operation[a] == NONE ->
     is_given_up[a] = 0; return_hint[a] = 0; has_looked[a] = 0; is_past_deadline[a] = 1;
     if :: !is_untold[a] && provider[a] != P_AUTHORIZED && provider[a] != P_CAPTURED -> has_event[a] = GONE :: else fi
  :: else
  fi
}

#define MUST(holds, words) if :: (holds) :: else -> printf(words); assert(false) fi

inline order_changed() {
  if :: version[0] == 1 -> version[0] = 2 :: else fi;
  if :: version[1] == 1 -> version[1] = 2 :: else fi
}

inline give_back() {
  if :: hold != NO_HOLD -> hold = NO_HOLD; taken-- :: else fi
}

/* An attempt that has expired gave its place back: nobody may be able to pay it any more. */
inline judge_fence(a) {
  MUST(!(state[a] == EXPIRED && provider[a] < P_AUTHORIZED), "broken: a place is given back once nobody can pay for it\n")
}

/* What holds after every statement. */
inline judge() {
  if :: attempts > 0 -> forget(0); judge_fence(0) :: else fi;
  if :: attempts > 1 -> forget(1); judge_fence(1) :: else fi;
  MUST(taken <= CAPACITY, "broken: stock is given once\n");
  MUST(taken == (hold != NO_HOLD) + is_rival_in, "broken: taken is the sum of the holds\n");
  MUST(tickets <= 1, "broken: an order gets its tickets once\n");
  MUST(tickets + is_rival_in <= CAPACITY, "broken: a place is sold once\n");
  MUST(!(IS_OPEN(0) && IS_OPEN(1)), "broken: one attempt of an order is open\n");
  MUST((!(IS_OPEN(0) || IS_OPEN(1)) || order == PAYING || order == COMPLETED), "broken: while an attempt is open its order is being paid or completed\n");
  MUST(order != PAYING || hold == KEPT, "broken: an order that is being paid keeps its place\n");
}

/* What holds when nothing is left to be done. */
inline judge_end(a) {
  MUST(operation[a] == NONE && !IS_OPEN(a), "broken: no attempt stays open\n");
  MUST(provider[a] != P_AUTHORIZED, "broken: no money stays reserved\n");
  MUST((provider[a] == P_CAPTURED) == (tickets == 1 && paid_by == a + 1), "broken: money is kept for tickets and for nothing else\n");
  MUST(booked[a] == (provider[a] == P_CAPTURED), "broken: the ledger says what the provider has\n");
  MUST((provider[a] == P_NOTHING || provider[a] >= P_CAPTURED), "broken: nothing is under way at the provider\n")
}

/* ---- the provider ---- */

inline provider_moves(a, to) {
  provider[a] = to;
  has_event[a] = SENT
}

inline take_money(a) {
  if
  :: kind == TELLS_LATER -> provider_moves(a, P_CAPTURED); is_untold[a] = 1
  :: kind != TELLS_LATER && is_direct -> provider_moves(a, P_CAPTURED)
  :: else -> provider_moves(a, P_AUTHORIZED)
  fi
}

/* One order reference is executed once, however often it is asked for; a fenced one never. */
inline execute_start(a) {
  if
  :: provider[a] == P_NOTHING ->
     if
     :: a == 0 -> provider[a] = P_ACTION; printf("provider: its page for attempt %d waits for the visitor\n", a + 1)
     :: a == 0 && kind == CAN_FENCE -> provider[a] = P_WORKING; printf("provider: works on attempt %d\n", a + 1)
     :: a == 1 || kind != TELLS_LATER -> take_money(a); printf("provider: attempt %d has its money\n", a + 1)
     :: provider_moves(a, P_FAILED); printf("provider: attempt %d is refused\n", a + 1)
     fi
  :: else
  fi
}

inline execute_resume(a) {
  if
  :: provider[a] == P_READY ->
     if
     :: take_money(a); printf("provider: attempt %d has its money\n", a + 1)
     :: provider_moves(a, P_FAILED); printf("provider: attempt %d is refused\n", a + 1)
     fi
  :: else
  fi
}

inline execute_capture(a) {
  if
  :: provider[a] == P_AUTHORIZED ->
     provider[a] = P_CAPTURED;
     printf("provider: attempt %d is captured\n", a + 1);
     MUST(tickets == 1 && paid_by == a + 1, "broken: money is captured after its tickets\n")
  :: else
  fi
}

inline execute_void(a) {
  if
  :: provider[a] == P_NOTHING || provider[a] == P_AUTHORIZED ||
     kind != MUST_WAIT && (provider[a] == P_ACTION || provider[a] == P_READY) ->
     printf("provider: attempt %d is cancelled\n", a + 1);
     MUST(!(provider[a] == P_AUTHORIZED && paid_by == a + 1), "broken: money behind tickets is not released\n");
     provider[a] = P_VOIDED
  /* A page that has closed: from now on no request that is still on its way is executed either. */
  :: provider[a] == P_FAILED -> provider[a] = P_VOIDED
  :: else
  fi
}

inline execute_refund(a) {
  if :: provider[a] == P_CAPTURED && !is_untold[a] -> provider[a] = P_REFUNDED; printf("provider: attempt %d is refunded\n", a + 1) :: else fi
}

/* A provider that cannot be told to refuse may have refused a repeat, and then execute the request that was late. */
inline overtake_refusal(a) {
  if
  :: kind == MUST_WAIT && provider[a] == P_FAILED -> take_money(a); printf("provider: attempt %d is paid after all\n", a + 1)
  :: true
  fi
}

/* What start, resume and query answer with. */
inline tell_payment(a) {
  if
  :: is_untold[a] -> answer = A_ACTION
  :: else ->
     if
     :: provider[a] == P_NOTHING -> answer = A_NOT_FOUND
     :: provider[a] == P_ACTION -> answer = A_ACTION
     :: provider[a] == P_READY -> answer = A_READY
     :: provider[a] == P_WORKING -> answer = A_PENDING
     :: provider[a] == P_AUTHORIZED -> answer = A_AUTHORIZED
     :: provider[a] == P_CAPTURED -> answer = A_CAPTURED
     :: provider[a] == P_FAILED -> answer = A_FAILED
     :: else -> answer = A_VOIDED
     fi
  fi
}

/* ---- two workers ---- */

inline count_look(a) {
  if :: IS_IDLE_LOOK(a) && idle_looks > 0 -> idle_looks-- :: else fi
}

inline read_attempt() {
  r_state = state[a]; r_operation = operation[a]; r_past = is_past_deadline[a]; r_looked = has_looked[a]; r_given_up = is_given_up[a];
  r_late = (kind == MUST_WAIT && MAY_BE_CHARGED_LATE(a));
  works_on[me] = a + 1; is_woken[me] = 0
}

/* The process dies, its answer with it; its lease ends by itself. */
inline die() {
  faults--;
  if :: check[a] == LEASED + me -> check[a] = SOON :: else fi;
  printf("worker %d: dies\n", me)
}

/* Looks again when an event came since the attempt was read: the answer in hand may be older (checkAt). */
inline check_after_end(rest) {
#ifdef EVENT_MEANWHILE_IS_OVERLOOKED
  check[a] = rest
#else
  if :: is_woken[me] -> check[a] = SOON :: else -> check[a] = rest fi
#endif
}

inline write_order() {
  if
  :: decision == LEAVE
  :: decision == COMPLETE ->
     if
     :: hold == NO_HOLD && taken < CAPACITY -> hold = KEPT; taken++
     :: hold == NO_HOLD && taken == CAPACITY
     :: else -> hold = KEPT
     fi;
     order = COMPLETED; is_past = 0; tickets++; paid_by = a + 1; order_changed()
  :: decision == RETURN ->
     order = READY; is_past = 0;
     if :: hold != NO_HOLD -> hold = TIMED :: else fi;
     order_changed()
  :: decision == EXPIRE -> order = EXPIRED_ORDER; give_back(); order_changed()
  :: decision == ABANDON -> order = REFUNDED_ORDER; give_back(); order_changed()
  fi
}

proctype Worker(byte me) {
  byte a = 0;
  byte r_state = 0;
  byte r_operation = 0;
  bit r_past = 0;
  bit r_looked = 0;
  bit r_given_up = 0;
  bit r_late = 0;
  byte answer = 0;
  byte decision = 0;

idle:
  atomic {
    works_on[me] = 0; is_woken[me] = 0; is_sending[me] = 0; version[me] = 0;
    a = 0; r_state = 0; r_operation = 0; r_past = 0; r_looked = 0; r_given_up = 0; r_late = 0; answer = 0; decision = 0
  }
end:
  if
  /* startPayment: the order is read with no lock. */
  :: atomic { order == READY && !is_past && attempts < ATTEMPTS -> version[me] = 1; printf("worker %d: reads the order for a payment\n", me) };
     goto claim
  /* confirmPayment: the visitor's page asks, with no lease (isWithVisitor). */
  :: atomic {
       attempts > 0 && state[0] == ACTION_REQUIRED && operation[0] == NONE && MAY_LOOK(0) ->
       count_look(0);
       a = 0; read_attempt(); printf("worker %d: the visitor's page asks about attempt 1\n", me)
     };
     goto take_up
  :: atomic {
       attempts > 1 && state[1] == ACTION_REQUIRED && operation[1] == NONE && MAY_LOOK(1) ->
       count_look(1);
       a = 1; read_attempt(); printf("worker %d: the visitor's page asks about attempt 2\n", me)
     };
     goto take_up
  /* reconcileAttempt: claimDue takes the lease. */
  :: atomic {
       attempts > 0 && IS_DUE(0) && MAY_LOOK(0) ->
       count_look(0);
       a = 0; check[0] = LEASED + me; has_looked[0] = 1; read_attempt(); printf("worker %d: the reconciler takes attempt 1\n", me)
     };
     goto take_up
  :: atomic {
       attempts > 1 && IS_DUE(1) && MAY_LOOK(1) ->
       count_look(1);
       a = 1; check[1] = LEASED + me; has_looked[1] = 1; read_attempt(); printf("worker %d: the reconciler takes attempt 2\n", me)
     };
     goto take_up
  fi;

/* ---- checkout: one statement claims the order and writes the attempt ---- */
claim:
  if
  :: atomic {
       attempts < ATTEMPTS && MAY_CLAIM ->
       version[me] = 0;
       a = attempts; attempts++;
       state[a] = EXECUTING; operation[a] = START; check[a] = LEASED + me; amount[a] = price;
       order = PAYING; is_past = 0;
       if :: hold != NO_HOLD -> hold = KEPT :: else fi;
       order_changed();
       read_attempt(); is_sending[me] = 1;
       printf("worker %d: claims the order and writes attempt %d\n", me, a + 1);
       judge()
     };
     goto call_start
  :: atomic { !(attempts < ATTEMPTS && MAY_CLAIM) -> printf("worker %d: the order has changed, nothing is claimed\n", me); goto idle }
  fi;

/* ---- finishPayment: takeUpAgain and takeStep ---- */
take_up:
  atomic {
    if
    :: r_operation == CAPTURE -> goto call_capture
    :: r_operation == VOID -> goto call_void
    :: r_operation == REFUND -> goto call_refund
    :: r_operation == NONE && r_state == ACTION_REQUIRED && !r_past -> goto mark_resume
    :: r_operation == NONE && (r_state == AUTHORIZED || r_state == CAPTURED || r_state == REFUNDED || r_state == VOIDED) -> goto rest
    :: else -> goto call_query
    fi
  };

/* Each call: the worker dies before it, or is answered, or the answer is lost: executed, late, or never arrived. */
call_start:
  atomic {
    is_sending[me] = 0;
    if
    :: execute_start(a); tell_payment(a)
    :: faults > 0 -> faults--; answer = A_LOST; printf("worker %d: the answer to start is lost\n", me);
       if :: late_start[a] = 1 :: true fi
    :: faults > 0 -> die(); if :: late_start[a] = 1 :: true fi; goto idle
    fi
  };
  goto record;

call_resume:
  atomic {
    is_sending[me] = 0;
    if
    :: execute_resume(a); tell_payment(a)
    :: faults > 0 -> faults--; answer = A_LOST; printf("worker %d: the answer to resume is lost\n", me);
       if :: late_resume[a] = 1 :: true fi
    :: faults > 0 -> die(); if :: late_resume[a] = 1 :: true fi; goto idle
    fi
  };
  goto record;

call_query:
  atomic {
    if
    :: tell_payment(a); printf("worker %d: asks about attempt %d, answer %d\n", me, a + 1, answer)
    :: faults > 0 -> faults--; answer = A_LOST; printf("worker %d: the answer to a query is lost\n", me)
    :: faults > 0 -> die(); goto idle
    fi
  };

/* ---- ask: what an answer to a query leads to ---- */
  if
  :: atomic {
       IS_OVER(r_state) && answer == A_PENDING ->
       if :: IS_SAME_ATTEMPT(a) -> check[a] = SOON :: else fi; goto idle
     }
  :: atomic { IS_OVER(r_state) && answer != A_PENDING && !IS_MONEY(answer) && answer != A_LOST -> goto rest }
  :: atomic { MUST_END -> goto fence }
  :: atomic { !IS_OVER(r_state) && !MUST_END && r_state == PENDING && MAY_STILL_BE_CHARGED(answer) -> answer = A_PENDING; goto record }
  :: atomic { !IS_OVER(r_state) && !MUST_END && r_state != PENDING && answer == A_READY -> goto mark_resume }
  :: atomic {
       !IS_OVER(r_state) && !MUST_END && r_state != PENDING && answer == A_NOT_FOUND ->
       /* repeatStart */
       if
       :: IS_SAME_ATTEMPT(a) -> check[a] = LEASED + me; read_attempt(); is_sending[me] = 1
       :: else -> goto idle
       fi
     };
     goto call_start
  :: atomic { IS_MONEY(answer) || answer == A_LOST && !MUST_END || !IS_OVER(r_state) && !MUST_END && (answer == A_FAILED || answer == A_VOIDED || answer == A_ACTION && r_state != PENDING || answer == A_PENDING && r_state != PENDING) -> goto record }
  fi;

/* ---- marks: what is about to be done, committed before the call ---- */
mark_resume:
  atomic {
    if
    :: IS_SAME_ATTEMPT(a) ->
#ifndef WITHOUT_MARK
       state[a] = EXECUTING; operation[a] = RESUME;
#endif
       check[a] = LEASED + me; read_attempt(); is_sending[me] = 1; printf("worker %d: marks resume of attempt %d\n", me, a + 1)
    :: else -> goto idle
    fi
  };
  goto call_resume;

fence:
#ifdef WITHOUT_FENCE
  atomic {
    if
    :: IS_SAME_ATTEMPT(a) ->
       decision = (order == PAYING -> EXPIRE : LEAVE);
       state[a] = EXPIRED; operation[a] = NONE; check_after_end(NEVER); write_order();
       printf("worker %d: gives the place of attempt %d back\n", me, a + 1); judge()
    :: else
    fi;
    goto idle
  };
#else
  atomic {
    if
    :: IS_SAME_ATTEMPT(a) ->
#ifndef WITHOUT_MARK
       operation[a] = VOID; has_looked[a] = 0;
#endif
       check[a] = LEASED + me; read_attempt(); printf("worker %d: marks the cancellation of attempt %d\n", me, a + 1)
    :: else -> goto idle
    fi
  };
#endif

call_void:
  atomic {
    if
    :: execute_void(a);
       if
       :: provider[a] == P_CAPTURED && !is_untold[a] -> answer = A_CAPTURED
       :: provider[a] == P_WORKING || provider[a] == P_ACTION || provider[a] == P_READY -> answer = A_CANNOT
       :: else -> answer = A_DONE
       fi;
       printf("worker %d: cancels attempt %d, answer %d\n", me, a + 1, answer)
    :: faults > 0 -> faults--; answer = A_LOST; printf("worker %d: the answer to a cancellation is lost\n", me);
       if :: late_void[a] = 1 :: true fi
    :: faults > 0 -> die(); if :: late_void[a] = 1 :: true fi; goto idle
    fi
  };

/* voidPayment */
  if
  :: atomic {
       answer == A_CAPTURED ->
       /* refundInstead */
       if
       :: IS_SAME_ATTEMPT(a) ->
          MUST(!booked[a], "broken: a capture is booked once\n");
          state[a] = CAPTURED; operation[a] = REFUND; has_looked[a] = 0; booked[a] = 1; check[a] = LEASED + me; read_attempt();
          printf("worker %d: attempt %d was captured, it is refunded\n", me, a + 1); judge()
       :: else -> goto idle
       fi
     };
     goto call_refund
  :: atomic {
       LETS_PAY(a) ->
       /* letVisitorGoOn */
       if
       :: IS_SAME_ATTEMPT(a) && IS_ONLY_CANCELLATION(a) ->
          state[a] = ACTION_REQUIRED; operation[a] = NONE; is_given_up[a] = 0; return_hint[a] = 2; check[a] = SOON;
          printf("worker %d: attempt %d cannot be cancelled, its visitor may go on\n", me, a + 1)
       :: IS_SAME_ATTEMPT(a) && !IS_ONLY_CANCELLATION(a) -> check[a] = SOON
       :: else
       fi;
       goto idle
     }
  :: atomic {
       (answer == A_LOST || answer == A_CANNOT) && !LETS_PAY(a) ->
       /* later */
       if :: IS_SAME_ATTEMPT(a) -> check[a] = SOON :: else fi; goto idle
     }
  :: atomic { answer == A_DONE -> goto end_voided }
  fi;

/* endVoided; what becomes of the order depends on where it is when this is written. */
end_voided:
  atomic {
    if
    :: !IS_SAME_ATTEMPT(a) -> goto idle
    :: else ->
       decision = (IS_OVER(r_state) || order != PAYING -> LEAVE : (r_state != AUTHORIZED && r_given_up -> RETURN : EXPIRE));
       if
#ifdef RELEASED_IS_FAILED_AGAIN
       :: IS_OVER(r_state) -> check_after_end(AFTER_END)
#else
       :: IS_OVER(r_state) -> state[a] = VOIDED; check[a] = NEVER
#endif
       :: r_state == AUTHORIZED -> state[a] = VOIDED; check[a] = NEVER
       :: !IS_OVER(r_state) && r_state != AUTHORIZED ->
          state[a] = (r_given_up -> FAILED : EXPIRED);
          check_after_end((kind == MUST_WAIT -> LATE_LOOK : NEVER))
       fi;
       operation[a] = NONE; write_order();
       printf("worker %d: stores that attempt %d is cancelled, order %d\n", me, a + 1, order); judge(); goto idle
    fi
  };

/* ---- capture ---- */
call_capture:
  atomic {
    if
    :: execute_capture(a);
       MUST(provider[a] == P_CAPTURED, "broken: tickets are paid for\n");
       answer = A_DONE
    :: faults > 0 -> faults--; answer = A_LOST; printf("worker %d: the answer to a capture is lost\n", me);
       if :: late_capture[a] = 1 :: true fi
    :: faults > 0 -> die(); if :: late_capture[a] = 1 :: true fi; goto idle
    fi
  };
  if
  :: atomic {
       if
       :: IS_SAME_ATTEMPT(a) && answer == A_DONE ->
          MUST(!booked[a], "broken: a capture is booked once\n");
          state[a] = CAPTURED; operation[a] = NONE; check[a] = NEVER; booked[a] = 1;
          printf("worker %d: stores the capture of attempt %d\n", me, a + 1); judge()
       :: IS_SAME_ATTEMPT(a) && answer == A_LOST -> check[a] = SOON
       :: else
       fi;
       goto idle
     }
  fi;

/* ---- refund of what has no tickets ---- */
call_refund:
  atomic {
    if
    :: execute_refund(a); MUST(provider[a] == P_REFUNDED, "broken: a refund finds its money\n"); answer = A_DONE
    :: faults > 0 -> faults--; answer = A_LOST; printf("worker %d: the answer to a refund is lost\n", me);
       if :: late_refund[a] = 1 :: true fi
    :: faults > 0 -> die(); if :: late_refund[a] = 1 :: true fi; goto idle
    fi
  };
  if
  :: atomic { answer == A_LOST -> if :: IS_SAME_ATTEMPT(a) -> check[a] = SOON :: else fi; goto idle }
  :: atomic { answer == A_DONE -> goto end_refunded }
  fi;

/* abandonUnlessPaidAgain: the order ends with its money, unless its buyer is paying it again. */
end_refunded:
#ifdef OTHER_PAYMENT_READ_WITHOUT_LOCK
  atomic { decision = (HAS_OTHER_OPEN(a) -> LEAVE : ABANDON) };
  atomic {
    if :: order != PAYING && order != EXPIRED_ORDER -> decision = LEAVE :: else fi;
#else
  atomic {
    decision = (!HAS_OTHER_OPEN(a) && (order == PAYING || order == EXPIRED_ORDER) -> ABANDON : LEAVE);
#endif
    if
    :: !IS_SAME_ATTEMPT(a) -> goto idle
    :: else ->
       MUST(booked[a], "broken: a refund is booked once\n");
       state[a] = REFUNDED; operation[a] = NONE; check[a] = NEVER; booked[a] = 0; write_order();
       printf("worker %d: stores the refund of attempt %d, order %d\n", me, a + 1, order); judge(); goto idle
    fi
  };

/* ---- recordOutcome: what became of the payment ---- */
record:
  if
  :: atomic { IS_MONEY(answer) -> goto decide }
  :: atomic {
       (answer == A_FAILED || answer == A_VOIDED) ->
       /* failedStep, storeVoided */
       if
       :: !IS_SAME_ATTEMPT(a)
       :: IS_SAME_ATTEMPT(a) && IS_OVER(r_state) -> check_after_end(AFTER_END)
       :: IS_SAME_ATTEMPT(a) && !IS_OVER(r_state) ->
          decision = (order != PAYING -> LEAVE : (answer == A_VOIDED && r_past -> EXPIRE : RETURN));
          state[a] = (answer == A_VOIDED && r_past -> EXPIRED : FAILED); operation[a] = NONE;
          check_after_end((kind == MUST_WAIT && answer == A_FAILED && MAY_HAVE_BEEN_LOST -> LATE_LOOK : NEVER));
          write_order();
          printf("worker %d: stores that attempt %d has ended without money, order %d\n", me, a + 1, order)
       fi;
       judge();
       goto idle
     }
  :: atomic {
       (answer == A_LOST || answer == A_READY || answer == A_NOT_FOUND) ->
       /* applyUnknown */
       if :: IS_SAME_ATTEMPT(a) -> check[a] = SOON :: else fi; goto idle
     }
  :: atomic {
       answer == A_PENDING ->
       if
       :: IS_SAME_ATTEMPT(a) && !IS_OVER(r_state) ->
          state[a] = PENDING; operation[a] = NONE; check[a] = SOON; printf("worker %d: attempt %d is pending\n", me, a + 1)
       :: IS_SAME_ATTEMPT(a) && IS_OVER(r_state) -> check[a] = SOON
       :: else
       fi;
       goto idle
     }
  :: atomic {
       answer == A_ACTION && return_hint[a] == 1 ->
       /* applyActionRequired, GIVEN_UP */
       if
       :: IS_SAME_ATTEMPT(a) ->
          operation[a] = VOID; has_looked[a] = 0; is_given_up[a] = 1; check[a] = LEASED + me; read_attempt();
          printf("worker %d: the visitor gave attempt %d up\n", me, a + 1)
       :: else -> goto idle
       fi
     };
     goto call_void
  :: atomic {
       answer == A_ACTION && return_hint[a] != 1 ->
       if
       :: IS_SAME_ATTEMPT(a) ->
          state[a] = ACTION_REQUIRED; operation[a] = NONE; check[a] = SOON; printf("worker %d: attempt %d waits for its visitor\n", me, a + 1)
       :: else
       fi;
       goto idle
     }
  fi;

/* storePaid: one read with no lock, and a decision (decidePaid). */
decide:
  atomic {
    version[me] = 1;
    if
    :: !IS_SAME_ATTEMPT(a) -> printf("worker %d: attempt %d has moved, nothing is stored\n", me, a + 1); goto idle
    :: else
    fi;
    if
    :: answer == A_AUTHORIZED && IS_OVER(r_state) && HAS_OTHER_OPEN(a) || price != amount[a] || order == COMPLETED || order == CANCELLED || order == REFUNDED_ORDER -> decision = LEAVE
    :: else -> decision = (order == PAYING && hold != NO_HOLD -> COMPLETE : COMPLETE_LATE)
    fi;
#ifdef LATE_STOCK_JUDGED_BEFORE_THE_WRITE
    if :: decision == COMPLETE_LATE && !HAS_STOCK -> decision = LEAVE :: else fi
#endif
  };
  if
  :: atomic {
       /* recordFaultyIssue: tickets cannot be issued for a reason of ours. Tried again until the deadline. */
       faults > 0 && decision != LEAVE -> faults--; printf("worker %d: tickets cannot be issued\n", me);
       if
       :: r_past -> decision = LEAVE; goto write
       :: else -> if :: IS_SAME_ATTEMPT(a) -> check[a] = SOON :: else fi; goto idle
       fi
     }
  :: goto write
  fi;

/* writePaymentStep, or the transaction of storeLate: attempt, order, hold, tickets, ledger and the mail's job, all or nothing. */
write:
  atomic {
    if
    :: !IS_SAME_ATTEMPT(a) -> printf("worker %d: attempt %d has moved, nothing is stored\n", me, a + 1); goto idle
    :: IS_SAME_ATTEMPT(a) && decision == COMPLETE && !(IS_SAME_ORDER && hold != NO_HOLD) -> goto decide
    :: else
    fi;
    version[me] = 0;
    if
    :: decision == COMPLETE_LATE ->
       /* retakeOrder decides again, under its locks. */
       decision = (price == amount[a] && STILL_HAS_STOCK && (order == READY || order == PAYING || order == EXPIRED_ORDER) -> COMPLETE : LEAVE)
    :: else
    fi;
#ifndef WITHOUT_ATTEMPT_INDEX
    /* The unique index: an attempt that had ended does not open beside another one. */
    if
    :: answer == A_AUTHORIZED && decision == COMPLETE && HAS_OTHER_OPEN(a) ->
       if
       :: r_past -> decision = LEAVE
       :: else -> check[a] = SOON; goto idle
       fi
    :: else
    fi;
#endif
    write_order();
    if
    :: answer == A_AUTHORIZED ->
       if
       :: decision == COMPLETE -> state[a] = AUTHORIZED; operation[a] = CAPTURE
       :: decision != COMPLETE && IS_OVER(r_state) -> operation[a] = VOID
       :: decision != COMPLETE && !IS_OVER(r_state) -> state[a] = AUTHORIZED; operation[a] = VOID
       fi;
       check[a] = LEASED + me
    :: answer == A_CAPTURED ->
       MUST(!booked[a], "broken: a capture is booked once\n");
       booked[a] = 1; state[a] = CAPTURED;
       if
       :: decision == COMPLETE -> operation[a] = NONE; check[a] = NEVER
       :: else -> operation[a] = REFUND; check[a] = LEASED + me
       fi
    fi;
    printf("worker %d: stores the money of attempt %d: state %d, operation %d, order %d\n", me, a + 1, state[a], operation[a], order);
    judge();
    if :: operation[a] != NONE -> has_looked[a] = 0 :: else fi;
    read_attempt(); answer = 0; decision = 0;
    if
    :: operation[a] == NONE -> goto idle
    :: else
    fi
  };
  goto take_up;

/* Nothing is open any more. */
rest:
  atomic {
    if :: IS_SAME_ATTEMPT(a) -> check_after_end(AFTER_END) :: else fi;
    judge();
    goto idle
  }
}

/* ---- webhook events: one statement stores the event and wakes the attempt ---- */

inline wake(a) {
  check[a] = SOON;
  if :: works_on[0] == a + 1 -> is_woken[0] = 1 :: else fi;
  if :: works_on[1] == a + 1 -> is_woken[1] = 1 :: else fi
}

/* tellsMore */
#define TELLS_MORE(a) \
  (state[a] >= EXECUTING && state[a] <= PENDING || operation[a] != NONE || \
   IS_OVER(state[a]) && (provider[a] == P_AUTHORIZED || provider[a] == P_CAPTURED))

inline store_event(a) {
  printf("webhook: an event of attempt %d\n", a + 1);
  is_untold[a] = 0;
#ifdef EVENT_WRITES_THE_STATE
  if
  :: provider[a] == P_AUTHORIZED && state[a] >= EXECUTING && state[a] <= PENDING -> state[a] = AUTHORIZED; operation[a] = CAPTURE
  :: provider[a] == P_CAPTURED && state[a] >= EXECUTING && state[a] <= PENDING -> state[a] = CAPTURED; operation[a] = NONE; booked[a] = 1
  :: else
  fi;
#endif
  wake(a)
}

/* What happens to one attempt outside our processes. */
proctype World(byte a) {
end:
  do
  /* The visitor at the provider's page: does their part, pays there, is refused; or leaves, and nothing happens. */
  :: atomic { provider[a] == P_ACTION && kind == CAN_FENCE -> provider_moves(a, P_READY); printf("visitor: does their part of attempt %d\n", a + 1) }
  :: atomic { provider[a] == P_ACTION && kind != CAN_FENCE -> take_money(a); printf("visitor: pays attempt %d on its page\n", a + 1) }
  :: atomic { provider[a] == P_WORKING -> take_money(a); printf("provider: attempt %d has its money\n", a + 1) }
  :: atomic { provider[a] == P_WORKING -> provider_moves(a, P_FAILED); printf("provider: attempt %d is refused\n", a + 1) }
  /* A page that cannot be closed closes by itself some time after the deadline. */
  :: atomic { kind == MUST_WAIT && is_past_deadline[a] && provider[a] == P_ACTION -> provider_moves(a, P_FAILED); printf("provider: closes the page of attempt %d\n", a + 1) }
  /* Requests whose worker has given them up. */
  :: atomic { late_start[a] -> late_start[a] = 0; printf("network: a late start arrives\n"); execute_start(a); overtake_refusal(a) }
  :: atomic { late_resume[a] -> late_resume[a] = 0; printf("network: a late resume arrives\n"); execute_resume(a); overtake_refusal(a) }
  :: atomic { late_capture[a] -> late_capture[a] = 0; printf("network: a late capture arrives\n"); execute_capture(a) }
  :: atomic { late_void[a] -> late_void[a] = 0; printf("network: a late cancellation arrives\n"); execute_void(a) }
  :: atomic { late_refund[a] -> late_refund[a] = 0; printf("network: a late refund arrives\n"); execute_refund(a) }
  /* An event arrives; or never, where the provider can be asked. */
  :: atomic { has_event[a] == SENT -> has_event[a] = (TELLS_MORE(a) -> TELLS : GONE) }
  :: atomic { has_event[a] == TELLS -> has_event[a] = GONE; store_event(a) }
  :: atomic { has_event[a] == SENT && kind != TELLS_LATER -> has_event[a] = GONE }
  /* keepDetails: the visitor comes back without paying. */
  :: atomic {
       state[a] == ACTION_REQUIRED && operation[a] == NONE && provider[a] == P_ACTION && return_hint[a] == 0 ->
       return_hint[a] = 1; check[a] = SOON; printf("visitor: comes back from attempt %d without paying\n", a + 1)
     }
  /* Time. */
  :: atomic {
       a == 0 && !is_past_deadline[a] && (state[a] == EXECUTING || state[a] == ACTION_REQUIRED || state[a] == PENDING) ->
       is_past_deadline[a] = 1; printf("time: attempt %d is past its deadline\n", a + 1)
     }
  /* A worker that is too slow to renew its lease. */
  :: atomic { faults > 0 && check[a] >= LEASED -> faults--; check[a] = SOON; printf("time: the lease of attempt %d ends\n", a + 1) }
  od
}

/* What happens to the order beside its payments. */
proctype Shop() {
end:
  do
  :: atomic { order == READY && !is_past -> is_past = 1; printf("time: the order ends\n") }
  /* releaseExpired */
  :: atomic { order == READY && is_past -> order = EXPIRED_ORDER; is_past = 0; give_back(); order_changed(); printf("sweeper: the order is expired\n"); judge() }
  /* deleteOrder */
  :: atomic { order == READY && !is_past && attempts > 0 -> order = CANCELLED; give_back(); order_changed(); printf("visitor: cancels the order\n"); judge() }
  /* addCoupon */
  :: atomic { order == READY && !is_past && attempts == 1 && price == 0 -> price = 1; order_changed(); printf("visitor: adds a coupon\n") }
  /* batchedHolds: the rival takes what is free, or the hold of an order that has ended, whose row stays as it is. */
  :: atomic { !is_rival_in && taken < CAPACITY -> is_rival_in = 1; taken++; printf("rival: buys the place\n"); judge() }
  :: atomic { !is_rival_in && hold == TIMED && order == READY && is_past -> is_rival_in = 1; hold = NO_HOLD; printf("rival: buys the place of the ended hold\n"); judge() }
  od
}

init {
  atomic {
    if
#ifdef KIND
    :: kind = KIND; is_direct = DIRECT
#else
    :: kind = CAN_FENCE
    :: kind = CAN_FENCE; is_direct = 1
    :: kind = MUST_WAIT
    :: kind = MUST_WAIT; is_direct = 1
    :: kind = TELLS_LATER; is_direct = 1
#endif
    fi;
    printf("provider: kind %d, captures by itself %d\n", kind, is_direct);
    run Worker(0); run Worker(1); run World(0); run World(1); run Shop()
  };
  /* True when nothing else can happen: every fault has happened or will not, every event has arrived or will not. */
  timeout;
  atomic {
    judge();
    MUST(order >= COMPLETED, "broken: the order has ended\n");
    MUST((order == COMPLETED) == (tickets == 1), "broken: an order is completed with its tickets\n");
    MUST((hold == NO_HOLD || order == COMPLETED), "broken: no place stays held for nothing\n");
    if :: attempts > 0 -> judge_end(0) :: else fi;
    if :: attempts > 1 -> judge_end(1) :: else fi
  }
}
