SELECT market, mode AS mark_too_far_from_the_index FROM perpetual_marks WHERE abs(mark - index_price) > index_price * 0.005;
