#pragma once
int tree_plant(int place);
int tree_water(int place);
int tree_prune(int place);
int tree_graft(int place);
int tree_fell(int place);
