-- Only what people named has a fee to be booked by itself: that of any other payment goes with its end.
SELECT id::text AS wrong FROM withdrawal_payments WHERE fee_due AND kind <> 'hand';
