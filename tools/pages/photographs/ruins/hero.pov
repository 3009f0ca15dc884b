// An arcade at the blue hour; lamps at its feet, still water before it.
#version 3.7;
#include "../stone.pov"
global_settings {
  assumed_gamma 1 max_trace_level 5
  radiosity { count 30 error_bound 0.9 recursion_limit 1 pretrace_start 0.08 pretrace_end 0.02 brightness 0.9 }
}
camera { location <-3.4, 1.5, -13.5> right x * 20 / 9 up y direction z * 1.5 look_at <0.9, 3.05, 0> }
sky_sphere { pigment { gradient y color_map {
  [0 rgb <0.42, 0.20, 0.18>] [0.07 rgb <0.24, 0.15, 0.24>] [0.22 rgb <0.07, 0.07, 0.20>] [0.7 rgb <0.012, 0.016, 0.07>] } } }
light_source { <40, 50, -40> rgb <0.10, 0.12, 0.26> parallel point_at 0 }
#macro Lamp(X)
  light_source {
    <X, 0.18, -0.55> rgb <1, 0.52, 0.18> * 3.6 fade_distance 1.7 fade_power 2
    spotlight point_at <X, 5, 0.35> radius 32 falloff 62
  }
  light_source { <X, 0.4, 1.4> rgb <1, 0.46, 0.14> * 2.4 fade_distance 1.3 fade_power 2 shadowless }
  sphere { <X, 0.14, -0.62>, 0.10 pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <2.6, 1.7, 0.8> } no_shadow }
#end
#declare Place = -3;
#while (Place < 5)
  object { Arch((Place = 3 ? 3.2 : (Place = 4 ? 4.6 : 6)), 1.32, 1.3) translate x * Place * 4 texture { Stone translate x * Place } }
  #if (Place != 3) Lamp(Place * 4 + 2) #end
  #declare Place = Place + 1;
#end
Lamp(-14)
// What is left of a second floor, broken where it fell.
difference {
  union {
    box { <-14, 6, 0>, <5.3, 6.35, 1.4> }
    box { <-14, 6.35, 0.15>, <0.5, 8.2, 1.2> }
  }
  sphere { <1.6, 8.4, 0.6>, 2.0 }
  sphere { <-2.9, 8.9, 0.6>, 1.4 }
  sphere { <5.6, 6.6, 0.6>, 0.9 }
  #declare Place = -13;
  #while (Place < 2)
    box { <Place, 6.9, -1>, <Place + 0.8, 8.6, 3> }
    #declare Place = Place + 2;
  #end
  texture { Stone }
}
#declare Chance = seed(3);
#declare Count = 0;
#while (Count < 26)
  box { -0.5, 0.5 scale <0.3, 0.2, 0.3> * (0.5 + rand(Chance)) rotate 360 * <rand(Chance), rand(Chance), rand(Chance)> translate <9 + 8 * rand(Chance), 0.05, -1.4 + 2 * rand(Chance)> texture { Stone } }
  #declare Count = Count + 1;
#end
// A bank, and the water.
box { <-60, -1, -1.5>, <60, 0.02, 60> texture { Stone scale 2 } }
plane {
  y, -0.28
  pigment { rgb <0.010, 0.012, 0.022> }
  normal { average normal_map { [1 bumps 0.05 scale <1.1, 1, 0.22>] [1 bumps 0.03 scale <0.3, 1, 0.1>] } }
  finish { ambient 0 diffuse 0.3 reflection { 0.05, 0.95 falloff 3 } }
}
// Hills.
sphere { <-30, -28, 90>, 36 pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <0.030, 0.026, 0.055> } }
sphere { <45, -52, 100>, 60 pigment { rgb 1 } finish { ambient 0 diffuse 0 emission <0.036, 0.030, 0.060> } }
