SELECT stop_since AS missing FROM spot_orders WHERE false;
