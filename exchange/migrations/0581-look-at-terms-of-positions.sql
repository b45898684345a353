-- Its check reads every open position, which 0580 must not do while it keeps everybody from them.
SELECT 1;
